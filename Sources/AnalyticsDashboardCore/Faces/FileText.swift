/// The text of a file that an operator wrote: UTF-8, with or without a byte order mark.
public enum FileText {
    /// The most bytes that are read of a file.
    public static let limit = 16 * 1_024 * 1_024

    /// What is wrong with the bytes.
    public struct Fault: Error, Equatable, CustomStringConvertible {
        let file: String
        let line: Int
        let column: Int
        let text: String

        /// Such as `a.scenario:2:7: byte 0xFF is not UTF-8`.
        public var description: String { "\(file):\(line):\(column): \(text)" }
    }

    /// Decodes a file's bytes without its byte order mark; throws the place of the first byte that is not UTF-8.
    public static func decode(_ bytes: [UInt8], file: String) throws(Fault) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw Fault(
                file: file, line: 1, column: 1, text: "the file is UTF-16: expected UTF-8, save it as that")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
        let text = String(decoding: body, as: UTF8.self)
        guard !text.utf8.elementsEqual(body) else { return text }
        throw firstFault(in: body, file: file)
    }

    private static func firstFault(in body: ArraySlice<UInt8>, file: String) -> Fault {
        var parser = UTF8.ForwardParser()
        var bytes = body.makeIterator()
        var (line, column, offset) = (1, 1, body.startIndex)
        reading: while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let scalar):
                offset += scalar.count
                column += 1
                if scalar.first == 0x0A { (line, column) = (line + 1, 1) }
            case .error, .emptyInput: break reading
            }
        }
        let byte = body.indices.contains(offset) ? String(body[offset], radix: 16, uppercase: true) : "?"
        return Fault(
            file: file, line: line, column: column,
            text: "byte 0x\(byte) is not UTF-8: expected the file to be UTF-8")
    }
}
