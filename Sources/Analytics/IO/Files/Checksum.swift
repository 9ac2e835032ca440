import CAnalyticsZlib

/// A running CRC-32 of a segment's event lines.
struct Checksum: Sendable, Hashable {
    private var value: UInt32 = 0
    private var length = 0

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        length += bytes.count
        value = bytes.withUnsafeBufferPointer { analytics_zlib_crc32(value, $0.baseAddress, $0.count) }
    }

    init() {}

    init(of bytes: ArraySlice<UInt8>) { add(bytes) }
}
