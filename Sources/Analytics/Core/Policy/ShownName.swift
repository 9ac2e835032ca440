/// An event's name as journal and log may show it.
///
/// A name is the host's own word and no value, but one that was composed at run time can hold personal data, and be of
/// any length.
enum ShownName {
    static let longest = 100
    static let hidden = "(hidden name)"

    static func of(_ name: String) -> String {
        // Looked at no further than a name could be valid: a caller must not pay for a megabyte.
        let start = String(name.prefix(longest * 2))
        guard PersonalDataScan.find(in: start) == nil else { return hidden }
        return start.count > longest ? String(start.prefix(longest)) + "…" : start
    }
}
