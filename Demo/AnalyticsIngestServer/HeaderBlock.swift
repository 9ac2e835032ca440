/// The request line and headers of one request, read strictly.
struct HeaderBlock {
    /// How the body's length is told.
    enum Framing: Equatable {
        case length(Int)
        case chunked
    }

    let method: String
    let path: String
    let fields: [HeaderField]
    let framing: Framing
    let keepsAlive: Bool
    let expectsContinue: Bool

    private static let maximumFields = 100

    /// Reads the bytes before the empty line; throws what to answer instead.
    init(_ bytes: ArraySlice<UInt8>) throws(RequestFailure) {
        var lines = Self.lines(of: bytes)
        guard !lines.isEmpty else { throw RequestFailure(400, "has no request line") }
        let line = lines.removeFirst().split(separator: 0x20, omittingEmptySubsequences: false)
        guard line.count == 3, Self.isToken(line[0]), line[0].count <= 20 else {
            throw RequestFailure(400, "has no proper request line")
        }
        method = String(decoding: line[0], as: UTF8.self)
        path = try Self.path(String(decoding: line[1], as: UTF8.self))
        let version = String(decoding: line[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw RequestFailure(version.hasPrefix("HTTP/") ? 505 : 400, "has an unknown protocol version")
        }
        guard lines.count <= Self.maximumFields else { throw RequestFailure(431, "has too many headers") }
        var fields: [HeaderField] = []
        for line in lines { fields.append(try Self.field(line)) }
        self.fields = fields
        framing = try Self.framing(fields)
        let connection = Self.values("connection", in: fields).map { $0.lowercased() }
        let current = version == "HTTP/1.1"
        keepsAlive = current ? !connection.contains("close") : connection.contains("keep-alive")
        let expectations = Self.values("expect", in: fields).map { $0.lowercased() }
        guard expectations.allSatisfy({ $0 == "100-continue" }) else {
            throw RequestFailure(417, "expects something unknown")
        }
        expectsContinue = current && !expectations.isEmpty
    }

    private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            if bytes[index] == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A {
                lines.append(bytes[start..<index])
                index += 2
                start = index
            } else {
                index += 1
            }
        }
        if start < bytes.endIndex { lines.append(bytes[start...]) }
        return lines
    }

    private static func path(_ target: String) throws(RequestFailure) -> String {
        guard target.utf8.count <= 8_192 else { throw RequestFailure(414, "has too long an address") }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw RequestFailure(400, "has an address with odd characters")
        }
        var rest = Substring(target)
        if rest.lowercased().hasPrefix("http://") {
            rest = rest.dropFirst(7)
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        }
        guard rest.hasPrefix("/") || rest == "*" else { throw RequestFailure(400, "has no proper address") }
        return String(rest.prefix { $0 != "?" && $0 != "#" })
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(RequestFailure) -> HeaderField {
        guard let colon = line.firstIndex(of: 0x3A), isToken(line[..<colon]) else {
            throw RequestFailure(400, "has a header without a proper name")
        }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = line[(colon + 1)...].drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        let trimmed = value[..<end]
        guard trimmed.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw RequestFailure(400, "has a header with control characters")
        }
        return HeaderField(
            String(decoding: line[..<colon], as: UTF8.self), String(decoding: trimmed, as: UTF8.self))
    }

    private static func framing(_ fields: [HeaderField]) throws(RequestFailure) -> Framing {
        let lengths = Set(values("content-length", in: fields))
        let codings = values("transfer-encoding", in: fields)
        guard codings.isEmpty else {
            // Two ways to find the end are the classic way to smuggle a second request in.
            guard lengths.isEmpty else { throw RequestFailure(400, "tells its length in two ways") }
            guard codings.map({ $0.lowercased() }) == ["chunked"] else {
                throw RequestFailure(501, "has an unknown transfer encoding")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .length(0) }
        guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw RequestFailure(400, "has no proper content length")
        }
        guard let length = Int(text) else { throw RequestFailure(413, "is too large") }
        return .length(length)
    }

    private static func values(_ name: String, in fields: [HeaderField]) -> [String] {
        fields.filter { $0.name.lowercased() == name }.flatMap { field in
            field.value.split(separator: ",", omittingEmptySubsequences: false).map { part in
                String(
                    part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
                        .reversed())
            }
        }
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { tokenBytes.contains($0) }
    }

    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
}

/// Why bytes were no request, and the status that says so.
struct RequestFailure: Error, Equatable {
    let status: Int
    let reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
