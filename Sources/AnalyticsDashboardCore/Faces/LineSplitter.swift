/// Splits bytes into lines, as they come, with a bound for the longest.
public struct LineSplitter: Sendable {
    /// One line without its end.
    public struct Line: Sendable, Equatable {
        /// The text; what is not UTF-8 became U+FFFD.
        public let text: String
        /// Whether the line was longer than the limit: then the text is its beginning.
        public let isCut: Bool
    }

    /// The most bytes that are kept of a line.
    public static let limit = 64 * 1_024

    private var bytes: [UInt8] = []
    private var isCut = false

    /// A splitter at the start of a line.
    public init() {}

    /// Takes bytes. Returns the lines that they complete.
    public mutating func feed(_ more: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in more {
            if byte == 0x0A {
                lines.append(take())
            } else if bytes.count < Self.limit {
                bytes.append(byte)
            } else {
                isCut = true
            }
        }
        return lines
    }

    /// The end of the input. Returns the line that it cuts short, if there is one.
    public mutating func end() -> Line? { bytes.isEmpty ? nil : take() }

    private mutating func take() -> Line {
        defer { (bytes, isCut) = ([], false) }
        if bytes.last == 0x0D { bytes.removeLast() }
        return Line(text: String(decoding: bytes, as: UTF8.self), isCut: isCut)
    }
}
