/// An event's name as journal and log may show it.
///
/// A name is the host's own word and no value, but one that was composed at run time can hold personal data, and be of
/// any length.
enum ShownName {
    static let longest = 100
    static let hidden = "(hidden name)"

    static func of(_ name: String) -> String {
        // Read no further than a name can be valid: a caller must not pay for a megabyte.
        let head = BoundedText.head(of: name, bytes: BoundedText.maxNameBytes) ?? name
        guard PersonalDataScan.find(in: head) == nil else { return hidden }
        return StringCutter.cut(head, characters: longest, bytes: longest * 4).map { $0 + "…" } ?? head
    }
}
