import Analytics
import Foundation
import Testing

@Suite("Values keep their types")
struct EventValueTests {
    @Test(
        "A value survives a round trip with its type",
        arguments: [
            3, 3.0, true, false, "3", "", .int(9_007_199_254_740_993), .int(.max), .int(.min), .double(-0.0),
            .double(.leastNonzeroMagnitude), 1e308, 0.1,
            .double(.infinity), .double(-.infinity), "\u{2028}\"\\\u{0}👩‍👩‍👧‍👦",
        ] as [PropertyValue])
    func roundTrip(_ value: PropertyValue) throws {
        let data = try JSONEncoder().encode(value)
        let read = try JSONDecoder().decode(PropertyValue.self, from: data)
        #expect(read == value)
        if case .double(let before) = value, case .double(let after) = read {
            #expect(before.bitPattern == after.bitPattern)
        }
    }

    @Test("NaN survives as a number that is none")
    func nan() throws {
        let data = try JSONEncoder().encode(PropertyValue.double(.nan))
        guard case .double(let number) = try JSONDecoder().decode(PropertyValue.self, from: data) else {
            Issue.record("another type came back")
            return
        }
        #expect(number.isNaN)
    }

    @Test(
        "The type is named in the JSON",
        arguments: [
            (3 as PropertyValue, #"{"int":3}"#), ("a", #"{"string":"a"}"#), (true, #"{"bool":true}"#),
        ])
    func named(_ value: PropertyValue, _ json: String) throws {
        #expect(String(decoding: try JSONEncoder().encode(value), as: UTF8.self) == json)
    }

    @Test(
        "JSON that names no type, two, or a wrong one is refused",
        arguments: ["{}", "3", #"{"int":1,"bool":true}"#, #"{"int":"x"}"#, #"{"double":"x"}"#])
    func refused(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PropertyValue.self, from: Data(json.utf8))
        }
    }

    @Test("3 and 3.0 are different values")
    func distinct() {
        #expect(PropertyValue.int(3) != .double(3))
        #expect(PropertyValue.bool(true) != .int(1))
    }

    @Test("A document may change one limit or one rate")
    func partialDocuments() throws {
        let limits = try JSONDecoder().decode(EventLimits.self, from: Data(#"{"maxProperties":10}"#.utf8))
        #expect(limits == EventLimits(maxProperties: 10))
        let rules = try JSONDecoder().decode(SamplingRules.self, from: Data(#"{"rates":{"e":0.1}}"#.utf8))
        #expect(rules == SamplingRules(rates: ["e": 0.1]))
    }

    @Test("The drop reasons are the ledger's accounts, in its order")
    func reasons() {
        let expected = [
            "noConsent", "switchedOff", "sampledOut", "invalid", "tooLarge", "bufferFull", "diskFull",
            "overCap", "expired", "corrupt", "vanished",
            "rejected", "discarded", "erased",
        ]
        #expect(DropReason.allCases.map(\.rawValue) == expected)
    }
}
