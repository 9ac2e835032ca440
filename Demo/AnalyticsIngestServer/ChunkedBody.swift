import Foundation

/// Collects a body sent in chunks; trailers are read and dropped.
struct ChunkedBody {
    private enum State {
        case size
        case data(left: Int)
        case endOfChunk
        case trailers(bytes: Int)
    }

    private static let lineLimit = 256
    private static let trailerLimit = 8 * 1024
    private var state = State.size
    private var body = Data()

    /// Takes what is in `buffer` from `start` on, and moves `start`; the body once it is whole.
    mutating func read(
        _ buffer: [UInt8], from start: inout Int, limit: Int
    ) throws(RequestFailure) -> Data? {
        while true {
            switch state {
            case .size:
                guard let line = try Self.line(buffer, from: &start, limit: Self.lineLimit) else {
                    return nil
                }
                let size = try Self.size(line)
                guard size <= limit - body.count else {
                    throw RequestFailure(413, "has a body of more than \(limit) bytes")
                }
                state = size == 0 ? .trailers(bytes: 0) : .data(left: size)
            case .data(let left):
                let count = min(left, buffer.count - start)
                guard count > 0 else { return nil }
                body.append(contentsOf: buffer[start..<(start + count)])
                start += count
                state = count == left ? .endOfChunk : .data(left: left - count)
            case .endOfChunk:
                guard buffer.count - start >= 2 else { return nil }
                guard buffer[start] == 0x0D, buffer[start + 1] == 0x0A else {
                    throw RequestFailure(400, "has a chunk that does not end where it says")
                }
                start += 2
                state = .size
            case .trailers(let bytes):
                let before = start
                guard let line = try Self.line(buffer, from: &start, limit: Self.trailerLimit) else {
                    return nil
                }
                guard !line.isEmpty else { return body }
                guard bytes + start - before <= Self.trailerLimit else {
                    throw RequestFailure(431, "has too many trailers")
                }
                state = .trailers(bytes: bytes + start - before)
            }
        }
    }

    private static func line(
        _ buffer: [UInt8], from start: inout Int, limit: Int
    ) throws(RequestFailure) -> ArraySlice<UInt8>? {
        var index = start
        let end = min(buffer.count, start + limit + 2)
        while index + 1 < end {
            if buffer[index] == 0x0D, buffer[index + 1] == 0x0A {
                let line = buffer[start..<index]
                start = index + 2
                return line
            }
            index += 1
        }
        guard buffer.count - start < limit + 2 else { throw RequestFailure(400, "has too long a chunk line") }
        return nil
    }

    private static func size(_ line: ArraySlice<UInt8>) throws(RequestFailure) -> Int {
        let digits = line.prefix { $0 != 0x3B && $0 != 0x20 && $0 != 0x09 }
        let text = String(decoding: digits, as: UTF8.self)
        guard !digits.isEmpty, digits.first != 0x2B, digits.first != 0x2D, let size = Int(text, radix: 16)
        else {
            // Fifteen digits cannot overflow; more is no length that anybody means.
            throw RequestFailure(digits.count > 15 ? 413 : 400, "has a chunk without a proper size")
        }
        return size
    }
}
