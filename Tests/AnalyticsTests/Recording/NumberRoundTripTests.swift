import Analytics
import Foundation
import Testing

/// Numbers keep type and value on the way through the encoder and a reader that knows nothing of it.
@Suite struct NumberRoundTripTests {
    /// The value's text in the line, and the line.
    private func written(_ value: PropertyValue) throws -> (token: String, line: [UInt8]) {
        var bytes: [UInt8] = []
        EventEncoder(idPrefix: "p").append(
            KeptEvent(
                name: "n", schemaVersion: 1, properties: [(key: "v", value: value)], sampleRate: 1,
                note: PolicyNote()),
            sequence: 1, time: ResponseTests.now, session: "s", to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let start = try #require(text.range(of: "\"props\":{\"v\":"))
        return (String(text[start.upperBound...].dropLast(3)), bytes)
    }

    /// What a typed reader makes of a JSON token: a fraction or an exponent makes a floating-point number.
    private func read(_ token: String) -> PropertyValue? {
        if token == "true" || token == "false" { return .bool(token == "true") }
        return token.contains { ".eE".contains($0) }
            ? Double(token).map { .double($0) } : Int(token).map { .int($0) }
    }

    private struct Line<Value: Decodable>: Decodable {
        var props: [String: Value]
    }

    @Test(arguments: [
        (PropertyValue.int(3), "3"), (.double(3), "3.0"), (.bool(true), "true"), (.bool(false), "false"),
        (.int(0), "0"), (.double(0), "0.0"), (.double(-0.0), "-0.0"), (.int(-1), "-1"), (.int(10), "10"),
        (.int(9_007_199_254_740_993), "9007199254740993"), (.int(.max), "9223372036854775807"),
        (.int(.min), "-9223372036854775808"), (.double(.leastNonzeroMagnitude), "5e-324"),
        (.double(1e308), "1e+308"),
        (.double(.greatestFiniteMagnitude), "1.7976931348623157e+308"), (.double(0.1), "0.1"),
        (.double(1e16), "1e+16"), (.double(9_007_199_254_740_992), "9007199254740992.0"),
    ])
    func typesSurviveByteForByte(value: PropertyValue, bytes: String) throws {
        #expect(try written(value).token == bytes)
        #expect(read(bytes) == value)
    }

    @Test("Any bits at all come back the same", arguments: 0..<20 as Range<UInt64>)
    func randomNumbers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let bits = UInt64.random(in: 0 ... .max, using: &random)
            let whole = Int(truncatingIfNeeded: bits >> UInt64.random(in: 0..<64, using: &random))
            #expect(read(try written(.int(whole)).token) == .int(whole), "seed \(seed)")
            let number = Double(bitPattern: bits)
            guard number.isFinite else { continue }
            let (token, line) = try written(.double(number))
            guard case .double(let back) = read(token) else {
                Issue.record("seed \(seed): \(number) became \(token)")
                return
            }
            #expect(back.bitPattern == number.bitPattern, "seed \(seed)")
            let decoded = try JSONDecoder().decode(Line<Double>.self, from: Data(line))
            #expect(decoded.props["v"]?.bitPattern == number.bitPattern, "seed \(seed)")
        }
    }

    @Test("Any text at all comes back the same", arguments: 0..<20 as Range<UInt64>)
    func randomTexts(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let scalars = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
                Unicode.Scalar(
                    UInt32.random(in: 0...0x10FFFF, using: &random)
                        >> UInt32.random(in: 0...16, using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let line = try written(.string(text)).line
            #expect(line.filter { $0 == 0x0A }.count == 1, "seed \(seed)")
            let decoded = try JSONDecoder().decode(Line<String>.self, from: Data(line))
            #expect(
                decoded.props["v"]?.unicodeScalars.elementsEqual(scalars) == true, "seed \(seed): \(text)")
        }
    }
}
