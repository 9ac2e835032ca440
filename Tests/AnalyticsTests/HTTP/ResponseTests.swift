import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// What each response means for the batch, through the real uploader.
@Suite struct ResponseTests {
    /// 2026-08-12T10:00:00Z, a Wednesday.
    static let now = Timestamp(milliseconds: 1_786_528_800_000)

    private func result(status: Int, retryAfter: String? = nil, body: String = "") async throws
        -> UploadResult
    {
        try await upload(status: status, retryAfter: retryAfter, body: body).result
    }

    private func upload(status: Int, retryAfter: String? = nil, body: String = "") async throws -> Upload {
        let response = Exchange.response(status: status, retryAfter: retryAfter, body: Array(body.utf8))
        let transport = StubTransport([response, response])
        let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
        let uploader = HTTPBatchUploader(
            endpoint: endpoint, writeKey: nil, timeout: .seconds(30), transport: transport,
            clock: ManualClock(start: Self.now.date))
        return await uploader.send(Batch.sample(events: 5))
    }

    @Test(arguments: [
        (200, "accepted"), (201, "accepted"), (202, "accepted"), (204, "accepted"), (299, "accepted"),
        (300, "redirect"), (301, "redirect"), (302, "redirect"), (303, "redirect"), (304, "redirect"),
        (307, "redirect"), (308, "redirect"), (399, "redirect"),
        (400, "discard"), (402, "discard"), (405, "discard"), (409, "discard"), (410, "discard"),
        (411, "discard"), (413, "discard"), (414, "discard"), (415, "discard"), (422, "discard"),
        (431, "discard"), (451, "discard"), (499, "discard"),
        (401, "refused"), (403, "refused"), (404, "refused"), (407, "refused"),
        (408, "retry"), (425, "retry"), (429, "retry"), (500, "retry"), (501, "retry"), (502, "retry"),
        (503, "retry"), (504, "retry"), (507, "retry"), (511, "retry"), (599, "retry"),
        // No status of HTTP: whatever it is, it is no reason to throw events away.
        (0, "retry"), (-1, "retry"), (100, "retry"), (199, "retry"), (600, "retry"), (999, "retry"),
    ])
    func everyStatusHasOneMeaning(status: Int, meaning: String) async throws {
        let expected: UploadResult =
            switch meaning {
            case "accepted": .accepted(rejected: [])
            case "redirect": .retry(after: nil, cause: .redirect(status))
            case "discard": .discard(status: status)
            case "refused": .refused(status: status)
            default: .retry(after: nil, cause: .status(status))
            }
        #expect(try await result(status: status) == expected)
    }

    @Test(arguments: [408, 425, 429, 500, 503])
    func aFailureThatMayPassHonoursRetryAfter(status: Int) async throws {
        let expected = UploadResult.retry(after: .seconds(7), cause: .status(status))
        #expect(try await result(status: status, retryAfter: "7") == expected)
    }

    @Test(arguments: [
        ("0", 0), ("120", 120), (" 120", 120), ("120 ", 120), ("\t7\t", 7), ("86400", 86_400),
        ("86401", 86_400), ("00000000000000000120", 120), ("0000000000000000000000", 0),
        ("99999999999999999999", 86_400), ("9223372036854775808", 86_400),
        (String(repeating: "9", count: 5_000), 86_400),
        ("Wed, 12 Aug 2026 10:02:00 GMT", 120), ("  Wed, 12 Aug 2026 10:02:00 GMT ", 120),
        ("Wed, 12 Aug 2026 09:00:00 GMT", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
    ])
    func digitsAndDatesAreHonoured(text: String, seconds: Int) async throws {
        let expected = UploadResult.retry(after: .seconds(seconds), cause: .status(503))
        #expect(try await result(status: 503, retryAfter: text) == expected)
    }

    @Test(arguments: [
        "", " ", "-5", "+5", "1.5", "1e3", "inf", "nan", "0x10", "12 0", "120s", "120, 130", "12\u{0}0",
        "١٢٠", "１２０", "soon", "\u{FEFF}120", "Wed, 12 Aug 2026", "Wed, 99 Aug 2026 10:02:00 GMT",
        "2026-08-12T10:02:00Z", "Wed, 12 Aug 2026 25:02:00 GMT", String(repeating: "x", count: 100_000),
    ])
    func junkIsIgnored(text: String) async throws {
        let expected = UploadResult.retry(after: nil, cause: .status(503))
        #expect(try await result(status: 503, retryAfter: text) == expected)
    }

    @Test(arguments: [
        "", " \r\n\t", "{}", "null", "[]", "17", "true", "\"ok\"", "{\"rejected\":null}",
        "{\"rejected\":[]}", "{\"rejected\":{}}", "{\"rejected\":7}", "{\"rejected\":[null,7,\"x\",[]]}",
        "{\"rejected\":[{}]}", "{\"rejected\":[{\"reason\":\"no index\"}]}",
        "{\"rejected\":[{\"index\":\"1\"}]}", "{\"rejected\":[{\"index\":null}]}",
        "{\"rejected\":[{\"index\":1.5}]}", "{\"rejected\":[{\"index\":true}]}",
        "{\"rejected\":[{\"index\":1e300}]}", "{\"rejected\":[{\"index\":99999999999999999999}]}",
        "{\"other\":[{\"index\":1}]}",
    ])
    func anAcceptanceWithoutAUsableIndexRejectsNothing(body: String) async throws {
        #expect(try await result(status: 200, body: body) == .accepted(rejected: []))
    }

    @Test(arguments: [
        "<html>Welcome to our hotel</html>", "OK.", "okay", "ok ok", "OKK", "acceptedd", "<p>ok</p>",
        "success!",
        "not accepted", "\u{FEFF}ok", "{", "{\"rejected\":[", "{}{}", "\u{0}", "{'a':1}",
        String(repeating: "[", count: 60_000), "\u{FEFF}<html>",
    ])
    func aSuccessWithAnUnexpectedBodyIsNotAnAcceptance(body: String) async throws {
        #expect(try await result(status: 200, body: body) == .retry(after: nil, cause: .unexpectedBody))
    }

    @Test(arguments: [
        "ok", "OK", " Ok\r\n", "accepted", "ACCEPTED\n", "success", "\tSuccess ", "received", "Received",
    ])
    func aShortWordOfAcceptanceIsAnAcceptance(body: String) async throws {
        #expect(try await result(status: 200, body: body) == .accepted(rejected: []))
        #expect(try await result(status: 500, body: body) == .retry(after: nil, cause: .status(500)))
    }

    @Test(arguments: [
        (#"{"error":"bad request","violations":[]}"#, "bad request"), (#"{"message":"too old"}"#, "too old"),
        ("plain\r\nwords\u{1B}[31m", "plain words [31m"),
        (String(repeating: "x", count: 500), String(repeating: "x", count: 100)),
    ])
    func theServersReasonForADiscardIsKeptOnOneLine(body: String, reason: String) async throws {
        #expect(try await upload(status: 400, body: body).reason == reason)
        #expect(try await upload(status: 503, body: body).reason == nil)
        #expect(try await upload(status: 400, body: "").reason == nil)
    }

    @Test func everyNamedIndexIsPassedOnWithItsReasonCutShort() async throws {
        let long = String(repeating: "y", count: 300)
        let body = """
            {"rejected":[{"index":0,"reason":"a"},{"index":1},{"index":4.0,"reason":7},{"index":1,"reason":"b"},
            {"index":-1,"reason":"c"},{"index":900,"reason":"\(long)"}]}
            """
        let expected = [
            Rejection(index: 0, reason: "a"), Rejection(index: 1, reason: "no reason given"),
            Rejection(index: 4, reason: "no reason given"), Rejection(index: 1, reason: "b"),
            Rejection(index: -1, reason: "c"),
            Rejection(index: 900, reason: String(repeating: "y", count: 100)),
        ]
        #expect(try await result(status: 200, body: body) == .accepted(rejected: expected))
    }
}

extension Batch {
    /// A batch of small events, well formed for any server.
    static func sample(events: Int, id: String = "batch-1", attempt: Int = 1) -> Batch {
        let context = #"{"app":"1","device":"d","locale":"en","os":"Linux 1","sdk":"1"}"#
        let lines = EncodedEvents.sample(events, first: 1)
        let bytes = lines.bytes.split(separator: 0x0A).joined(separator: [UInt8(ascii: ",")])
        return Batch(
            id: BatchID(id), number: 1, epoch: ConsentEpoch(), installID: "install-1",
            context: Array(context.utf8), events: Array(bytes), count: events, attempt: attempt)
    }
}

extension EncodedEvents {
    /// Lines as the pipeline writes them, numbered from `first` on.
    static func sample(_ count: Int, first: Int, padding: Int = 0) -> EncodedEvents {
        let encoder = EventEncoder(idPrefix: "test")
        var lines = EncodedEvents()
        lines.firstSequence = first
        let text = PropertyValue.string(String(repeating: "x", count: padding))
        for sequence in first..<first + count {
            let event = KeptEvent(
                name: "step", schemaVersion: 1,
                properties: [(key: "n", value: .int(sequence)), (key: "t", value: text)],
                sampleRate: 1, note: PolicyNote())
            encoder.append(
                event, sequence: sequence, time: ResponseTests.now, session: "s_1", to: &lines.bytes)
            lines.ends.append(lines.bytes.count)
        }
        return lines
    }
}
