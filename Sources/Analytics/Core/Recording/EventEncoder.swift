/// Writes events as JSON lines into a buffer that the caller reuses.
///
/// By hand, since every event of every user pays for it: JSONEncoder takes eleven times as long. Checked against
/// Foundation's decoder, and by bytes: a double always carries a fraction or an exponent, so that 3.0 stays one.
package struct EventEncoder: Sendable {
    private let idStart: [UInt8]

    /// An encoder whose event IDs are `prefix` and the sequence number: unique without a system call.
    package init(idPrefix: String) {
        idStart = Array("{\"id\":\"\(idPrefix)-".utf8)
    }

    /// Appends one line, line end included.
    package func append(
        _ event: KeptEvent, sequence: Int, time: Timestamp, session: String, user: String? = nil,
        to bytes: inout [UInt8]
    ) {
        bytes += idStart
        bytes.append(decimal: sequence)
        bytes.append(literal: "\",\"name\":")
        bytes.append(json: event.name)
        bytes.append(literal: ",\"schema\":")
        bytes.append(decimal: event.schemaVersion)
        bytes.append(literal: ",\"time\":\"")
        time.appendRFC3339(to: &bytes)
        bytes.append(literal: "\",\"seq\":")
        bytes.append(decimal: sequence)
        bytes.append(literal: ",\"session\":")
        bytes.append(json: session)
        bytes.append(literal: ",\"sampleRate\":")
        bytes.append(double: event.sampleRate)
        if let user {
            bytes.append(literal: ",\"user\":")
            bytes.append(json: user)
        }
        bytes.append(literal: ",\"props\":{")
        var isFirst = true
        for (key, value) in event.properties {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes.append(json: key)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(value)
        }
        bytes.append(literal: "}}\n")
    }
}

extension [UInt8] {
    @inline(__always)
    fileprivate mutating func append(literal: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// A finite double as JSON; the policy has removed the others.
    fileprivate mutating func append(double: Double) {
        if double == 1 { return append(literal: "1.0") }
        append(contentsOf: double.description.utf8)
    }

    fileprivate mutating func append(_ value: PropertyValue) {
        switch value {
        case .string(let text): append(json: text)
        case .int(let number): append(decimal: number)
        case .double(let number): append(double: number)
        case .bool(true): append(literal: "true")
        case .bool(false): append(literal: "false")
        }
    }

    fileprivate mutating func append(decimal number: Int) {
        if number < 10, number >= 0 { return append(UInt8(ascii: "0") + UInt8(number)) }
        var magnitude = number.magnitude
        let start = count
        while magnitude > 0 {
            append(UInt8(ascii: "0") + UInt8(magnitude % 10))
            magnitude /= 10
        }
        if number < 0 { append(UInt8(ascii: "-")) }
        self[start...].reverse()
    }

    /// A JSON string, quotes included. U+2028 and U+2029 are escaped too: some readers take them for line ends.
    package mutating func append(json text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0xE2 {
                    continue
                }
                guard let escape = Self.escape(at: index, in: utf8) else { continue }
                append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(contentsOf: escape.text.utf8)
                start = index + escape.length
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    private static func escape(
        at index: Int, in utf8: UnsafeBufferPointer<UInt8>
    ) -> (text: String, length: Int)? {
        switch utf8[index] {
        case UInt8(ascii: "\""): return ("\\\"", 1)
        case UInt8(ascii: "\\"): return ("\\\\", 1)
        case 0x0A: return ("\\n", 1)
        case 0x0D: return ("\\r", 1)
        case 0x09: return ("\\t", 1)
        case 0xE2:
            guard index + 2 < utf8.count, utf8[index + 1] == 0x80, utf8[index + 2] & 0xFE == 0xA8 else {
                return nil
            }
            return (utf8[index + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
        case let control:
            let digits = String(control, radix: 16)
            return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits, 1)
        }
    }
}
