import Analytics
import Foundation
import Testing

@Suite struct EncoderTests {
    @Test func numbersKeepTheirTypeOnTheWireByteForByte() throws {
        let event = KeptEvent(
            name: "n\u{2028}\"\\\u{1}", schemaVersion: 2,
            properties: [
                (key: "a", value: .double(3)), (key: "b", value: .double(-0.0)),
                (key: "c", value: .int(.max)),
                (key: "d", value: .int(.min)), (key: "e", value: .double(.leastNonzeroMagnitude)),
                (key: "f", value: .bool(true)),
                (key: "g", value: .string("x\ny\u{2029}é👩‍👩‍👧‍👦")), (key: "h", value: .double(1e308)),
            ], sampleRate: 0.1, note: PolicyNote())
        var bytes: [UInt8] = []
        EventEncoder(idPrefix: "ab").append(
            event, sequence: 1_042, time: Timestamp(milliseconds: 1_786_442_400_250), session: "s_1",
            to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("\"a\":3.0,\"b\":-0.0,\"c\":9223372036854775807,\"d\":-9223372036854775808"))
        #expect(text.contains("\"time\":\"2026-08-11T10:00:00.250Z\",\"seq\":1042"))
        #expect(bytes.filter { $0 == 0x0A }.count == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(object["id"] as? String == "ab-1042")
        #expect(object["name"] as? String == event.name)
        let props = try #require(object["props"] as? [String: Any])
        #expect(props["g"] as? String == "x\ny\u{2029}é👩‍👩‍👧‍👦")
        #expect(props["e"] as? Double == .leastNonzeroMagnitude)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (.max, "9999-12-31T23:59:59.999Z"), (.min, "0000-01-01T00:00:00.000Z"),
    ])
    func timesAreUTCWithMilliseconds(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }
}
