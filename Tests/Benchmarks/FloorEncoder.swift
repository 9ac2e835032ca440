import Analytics
import CAnalyticsZlib
import Foundation

/// The line of an event written by hand: its properties read, and no policy, no session, no order of keys.
/// Stands apart from the SDK's encoder, so that the floor does not sink with it.
struct FloorEncoder {
    private let lead: [UInt8]
    var bytes: [UInt8] = []

    /// `run` is 16 hexadecimal digits, as in the SDK's event IDs.
    init(run: String = "00c0ffee00c0ffee") {
        lead = Array("{\"id\":\"\(run)-".utf8)
    }

    mutating func append(
        _ event: SampleEvent, sequence: Int, milliseconds: Int64, end: UInt8 = UInt8(ascii: "\n")
    ) {
        bytes += lead
        append(number: sequence)
        append(literal: "\",\"name\":\"product_viewed\",\"schema\":1,\"time\":\"")
        Timestamp(milliseconds: milliseconds).appendRFC3339(to: &bytes)
        append(literal: "\",\"seq\":")
        append(number: sequence)
        append(literal: ",\"session\":\"s_0123456789ab\",\"sampleRate\":1.0,\"props\":{")
        var isFirst = true
        for (key, value) in event.properties {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            append(.string(key))
            bytes.append(UInt8(ascii: ":"))
            append(value)
        }
        append(literal: "}}")
        bytes.append(end)
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
        var encoder = FloorEncoder(run: run)
        encoder.bytes = Array(
            """
            {"batchId":"\(run)-\(batch)","sentAt":"\(Timestamp(milliseconds: now))","install":"\(run)\(run)",\
            "context":{"app":"4.2","os":"Linux 6.1.0","device":"x86_64","locale":"en_US","sdk":"1.0.0"},"events":[
            """.utf8)
        for index in batch * events..<(batch + 1) * events {
            encoder.append(
                .varied(index), sequence: index + 1, milliseconds: now, end: UInt8(ascii: ","))
        }
        encoder.bytes.removeLast()
        encoder.append(literal: "]}")
        return encoder.bytes
    }

    /// One gzip member at the level that the SDK uses.
    static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        guard analytics_zlib_deflate_init_gzip(&stream, 6) == Z_OK else {
            throw Mismeasured(description: "no zlib")
        }
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
