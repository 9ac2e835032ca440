import CAnalyticsZlib
import Foundation

/// Why a gzip body could not be opened.
package enum GzipError: Error, Equatable {
    /// The bytes do not start as gzip does, or the stream inside is broken.
    case corrupt
    /// The stream ends before its trailer.
    case truncated
    /// More came out than the limit allows; in bytes.
    case tooLarge(limit: Int)
    /// Bytes follow the end of the stream.
    case trailingBytes
    /// zlib could not start or go on.
    case failed
}

/// Gzip in one call each way, bounded when it opens.
package enum Gzip {
    private static let step = 64 * 1024

    /// Packs bytes into one gzip member. Level is 0 to 9.
    package static func pack(_ bytes: Data, level: Int32 = 6) throws -> Data {
        try withStream(start: { analytics_zlib_deflate_init_gzip($0, level) }, end: { deflateEnd($0) }) {
            stream in
            try feed(bytes, to: stream) {
                try drain(stream, limit: .max) { deflate($0, Z_FINISH) }.output
            }
        }
    }

    /// Packs zero bytes, a chunk at a time, so that a bomb costs the maker no memory.
    static func packZeros(megabytes: Int) throws -> Data {
        let chunk = Data(count: 1 << 20)
        return try withStream(start: { analytics_zlib_deflate_init_gzip($0, 9) }, end: { deflateEnd($0) }) {
            stream in
            var packed = Data()
            for _ in 0..<megabytes {
                packed += try feed(chunk, to: stream) {
                    try drain(stream, limit: .max) { deflate($0, Z_NO_FLUSH) }.output
                }
            }
            return packed + (try drain(stream, limit: .max) { deflate($0, Z_FINISH) }.output)
        }
    }

    /// Opens one gzip member; refuses more than `limit` bytes without holding much more than that.
    package static func open(_ packed: Data, limit: Int) throws -> Data {
        guard !packed.isEmpty else { throw GzipError.truncated }
        return try withStream(start: { analytics_zlib_inflate_init_gzip($0) }, end: { inflateEnd($0) }) {
            stream in
            try feed(packed, to: stream) {
                let (output, code) = try drain(stream, limit: limit) { inflate($0, Z_NO_FLUSH) }
                guard code == Z_STREAM_END else { throw GzipError.truncated }
                guard stream.pointee.avail_in == 0 else { throw GzipError.trailingBytes }
                return output
            }
        }
    }

    // On the heap: zlib keeps the stream's address and refuses a stream that has moved.
    private static func withStream<Result>(
        start: (UnsafeMutablePointer<z_stream>) -> Int32,
        end: (UnsafeMutablePointer<z_stream>) -> Int32,
        _ body: (UnsafeMutablePointer<z_stream>) throws -> Result
    ) throws -> Result {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard start(stream) == Z_OK else { throw GzipError.failed }
        defer { _ = end(stream) }
        return try body(stream)
    }

    private static func feed<Result>(
        _ bytes: Data, to stream: UnsafeMutablePointer<z_stream>, _ body: () throws -> Result
    ) throws -> Result {
        guard bytes.count < Int(Int32.max) else { throw GzipError.tooLarge(limit: Int(Int32.max)) }
        var input = [UInt8](bytes)
        return try input.withUnsafeMutableBufferPointer { buffer in
            stream.pointee.next_in = buffer.baseAddress
            stream.pointee.avail_in = UInt32(buffer.count)
            return try body()
        }
    }

    private static func drain(
        _ stream: UnsafeMutablePointer<z_stream>, limit: Int,
        turn: (UnsafeMutablePointer<z_stream>) -> Int32
    ) throws -> (output: Data, code: Int32) {
        var output = Data()
        var block = [UInt8](repeating: 0, count: step)
        while true {
            let (code, produced) = block.withUnsafeMutableBufferPointer { buffer in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(step)
                let code = turn(stream)
                return (code, step - Int(stream.pointee.avail_out))
            }
            output.append(contentsOf: block[0..<produced])
            guard output.count <= limit else { throw GzipError.tooLarge(limit: limit) }
            guard code == Z_OK else {
                guard code == Z_STREAM_END || code == Z_BUF_ERROR else { throw GzipError.corrupt }
                return (output, code)
            }
            if produced < step { return (output, code) }
        }
    }
}
