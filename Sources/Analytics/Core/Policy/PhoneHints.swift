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

    /// Whether one of the last words before `start` is a hint, with no other digits between.
    static func precede(_ start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var word: [UInt8] = []
        var index = start
        var isNearest = true
        let limit = max(0, start - 28)
        while index >= limit {
            let byte = index > limit ? bytes[index - 1] : 0x20
            index -= 1
            if PhoneRun.isDigit(byte) { return false }
            let letter = byte | 0x20
            if letter &- 0x61 < 26 {
                word.append(letter)
                continue
            }
            guard !word.isEmpty else { continue }
            let spelled = String(decoding: word.reversed(), as: UTF8.self)
            if isNearest, others.contains(spelled) { return false }
            // A word that the limit cuts short is not known whole.
            let isWhole = index >= limit || limit == 0
            if isWhole, hints.contains(spelled) { return true }
            isNearest = false
            word.removeAll(keepingCapacity: true)
        }
        return false
    }
}
