/// Words in front of digits that say whether these are a telephone number.
enum PhoneHints {
    private static let hints: Set<String> = [
        "tel", "telephone", "phone", "phones", "call", "callto", "mobile", "cell", "cellphone", "mob", "fax",
        "sms", "dial",
        "whatsapp", "wa", "telefon", "telefono", "telefone", "telephon", "handy", "movil", "celular", "ring",
        "facetime",
        "viber", "msisdn", "phonenumber", "callback", "hotline", "landline",
    ]
    /// Directly in front of digits these say that it is something else.
    private static let others: Set<String> = [
        "id", "ids", "order", "orders", "code", "token", "version", "build", "model", "size", "time", "date",
        "price", "count",
        "total", "duration", "invoice", "ref", "case", "ticket", "sku", "app", "os", "serial", "session",
        "timestamp", "ts",
        "at_ms", "ms", "width", "height", "bytes",
    ]

    /// Directly in front of digits these name a numbering of their own, so that no shape makes a telephone number.
    private static let numberings: Set<String> = [
        "isbn", "issn", "ismn", "ean", "upc", "gtin", "sku", "doi", "iban", "imei", "vat", "vin", "pmid",
    ]
    private static let owners: Set<String> = ["my", "your", "his", "her", "our", "their", "contact"]
    /// Behind digits these say that it is an amount.
    private static let units: Set<String> = [
        "kr", "kn", "ft", "eur", "usd", "gbp", "chf", "sek", "nok", "dkk", "isk", "pln", "czk", "huf", "jpy",
        "krw",
        "inr", "byte", "bytes", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "ms", "ns", "us", "px", "km",
        "kg",
        "views", "points", "rows", "items", "users", "steps",
    ]

    /// What the text in front of digits says about them.
    enum Sense {
        case none
        case phone
        case otherNumbering
    }

    /// Whether an amount's unit or currency follows at `end`, perhaps behind a space.
    static func isAmount(_ bytes: UnsafeBufferPointer<UInt8>, until end: Int) -> Bool {
        var index = end
        if index < bytes.count, bytes[index] == 0x20 { index += 1 }
        if index < bytes.count, bytes[index] == 0x24 { return true }
        let start = index
        while index < bytes.count, index - start < 6, ASCII.isLetter(bytes[index]) { index += 1 }
        guard index > start else { return false }
        return units.contains(String(decoding: bytes[start..<index].map { $0 | 0x20 }, as: UTF8.self))
    }

    /// Looks at the last words before `start`, up to other digits.
    static func sense(before start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Sense {
        var word: [UInt8] = []
        var index = start
        var isNearest = true
        var sawNumber = false
        let limit = max(0, start - 28)
        while index >= limit {
            let byte = index > limit ? bytes[index - 1] : 0x20
            index -= 1
            if ASCII.isDigit(byte) { return .none }
            if ASCII.isLetter(byte) {
                word.append(byte | 0x20)
                continue
            }
            guard !word.isEmpty else { continue }
            let spelled = String(decoding: word.reversed(), as: UTF8.self)
            if isNearest, others.contains(spelled) { return .none }
            if isNearest, numberings.contains(spelled) { return .otherNumbering }
            // A word that the limit cuts short is not known whole.
            let isWhole = index >= limit || limit == 0
            if isWhole, hints.contains(spelled) || (sawNumber && owners.contains(spelled)) { return .phone }
            sawNumber = sawNumber || spelled == "number"
            isNearest = false
            word.removeAll(keepingCapacity: true)
        }
        return .none
    }
}
