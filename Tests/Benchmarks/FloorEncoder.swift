import Analytics
import CZlib
import Foundation

/// The line of an event written by hand from values that are there already: no policy, no session, no dictionary.
/// Stands apart from the SDK's encoder, so that the floor does not sink with it.
struct FloorEncoder {
    static let pairs: [(key: StaticString, value: PropertyValue)] = [
        ("element", .string(SampleEvent.one.element)), ("is_member", .bool(SampleEvent.one.isMember)),
        ("position", .int(SampleEvent.one.position)), ("price", .double(SampleEvent.one.price)),
        ("screen", .string(SampleEvent.one.screen)),
    ]
    private static let lead = Array("{\"id\":\"00c0ffee00c0ffee-".utf8)

    var bytes: [UInt8] = []

    mutating func append(sequence: Int, milliseconds: Int64) {
        bytes += Self.lead
        append(number: sequence)
        append(literal: "\",\"name\":\"product_viewed\",\"schema\":1,\"time\":\"")
        Timestamp(milliseconds: milliseconds).appendRFC3339(to: &bytes)
        append(literal: "\",\"seq\":")
        append(number: sequence)
        append(literal: ",\"session\":\"s_0123456789ab\",\"sampleRate\":1.0,\"props\":{")
        for (index, pair) in Self.pairs.enumerated() {
            append(literal: index == 0 ? "\"" : ",\"")
            append(literal: pair.key)
            append(literal: "\":")
            append(pair.value)
        }
        append(literal: "}}\n")
    }

    private mutating func append(literal text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ value: PropertyValue) {
        switch value {
        case .string(let text):
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    bytes.append(UInt8(ascii: "\\"))
                }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        case .int(let number): append(number: number)
        case .double(let number): bytes.append(contentsOf: number.description.utf8)
        case .bool(let flag): append(literal: flag ? "true" : "false")
        }
    }

    private mutating func append(number: Int) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// A batch as the collector takes it, before compression.
    static func body(batch: Int, run: String, events: Int = 50) -> [UInt8] {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        var encoder = FloorEncoder()
        for index in 0..<events {
            encoder.append(sequence: batch * events + index + 1, milliseconds: now)
        }
        let lines = String(decoding: encoder.bytes.dropLast(), as: UTF8.self)
            .replacingOccurrences(of: "00c0ffee00c0ffee", with: run)
            .replacingOccurrences(of: "\n", with: ",")
        let context = #"{"app":"4.2","os":"Linux","device":"x86_64","locale":"en_US","sdk":"1.0.0"}"#
        return Array(
            """
            {"batchId":"\(run)-\(batch)","sentAt":"\(Timestamp(milliseconds: now))","install":"\(run)",\
            "context":\(context),"events":[\(lines)]}
            """.utf8)
    }

    /// One gzip member at the level that the SDK uses.
    static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        guard czlib_deflate_init_gzip(&stream, 6) == Z_OK else { throw Mismeasured(description: "no zlib") }
        defer { deflateEnd(&stream) }
        var (input, output) = (bytes, [UInt8](repeating: 0, count: bytes.count + 1_024))
        let isWhole = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
        }
        guard isWhole else { throw Mismeasured(description: "a body did not compress") }
        return Array(output.prefix(Int(stream.total_out)))
    }
}
