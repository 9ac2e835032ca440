/// Decides whether an install is inside a sampling rate.
///
/// The hash is FNV-1a with 64 bits over the UTF-8 bytes of the install ID, one byte 0x1F, and the UTF-8 bytes
/// of the sampling key, followed by the 64-bit finalizer of murmur3 (without it FNV spreads sequential IDs
/// unevenly in the high bits). Read as a fraction of 2^64, an install is in when its hash is below the rate.
/// So raising a rate keeps everyone who was in, and two events with one key are kept by the same installs.
///
/// Test vectors, for servers that want to know what an install keeps:
///
/// | install ID | key | hash |
/// |---|---|---|
/// | (empty) | (empty) | `0x3661_0c0f_0fbc_67ca` |
/// | `install-1` | `screen_viewed` | `0x3ae7_03cb_063d_7602` |
/// | `install-2` | `screen_viewed` | `0xe015_7cba_e05d_8392` |
/// | `6F9619FF-8B86-D011-B42D-00C04FC964FF` | `checkout` | `0x5f41_7492_30c3_580d` |
/// | `é` | `日本` | `0x6c52_cad7_b93d_d798` |
package enum InstallSampler {
    /// Whether the install records what has this key, at this rate.
    ///
    /// A rate of 1 or more keeps and a rate of 0 or less drops, before any arithmetic; NaN drops.
    package static func keeps(installID: String, key: String, rate: Double) -> Bool {
        if rate >= 1 { return true }
        guard rate > 0 else { return false }
        // A rate below 1 is at most 1 - 2^-53, so the product stays below 2^64 and is exact.
        return hash(installID: installID, key: key) < UInt64(rate * 0x1p64)
    }

    /// The hash that is compared with the rate.
    package static func hash(installID: String, key: String) -> UInt64 {
        var hash = FNV1a()
        hash.add(installID.utf8)
        hash.add(CollectionOfOne(0x1F))
        hash.add(key.utf8)
        return finalized(hash.value)
    }

    private static func finalized(_ state: UInt64) -> UInt64 {
        var mixed = state
        mixed ^= mixed >> 33
        mixed &*= 0xff51_afd7_ed55_8ccd
        mixed ^= mixed >> 33
        mixed &*= 0xc4ce_b9fe_1a85_ec53
        mixed ^= mixed >> 33
        return mixed
    }
}
