/// Numbers as the dashboard prints them: the same in every locale.
public enum CountText {
    /// Digits in groups of three: `1,284`.
    public static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// A number with its noun: `1 event`, `1,284 events`.
    public static func of(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
        "\(grouped(number)) \(number == 1 ? one : many)"
    }
}
