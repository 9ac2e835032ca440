import Analytics
import AnalyticsIngestServer
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// From the call to the collector, beside what URLSession does with the same bodies and nothing else.
///
/// The collector is the demo's, in this process: it opens and checks every body, which costs all three the same.
struct DeliverBench {
    let options: Options
    private static let batchSize = 50

    /// The three take turns in short stretches, so that one busy second of the machine does not hit one alone.
    func run() throws -> AnalyticsBenchmarks.Figures {
        let (stretches, batches) = (options.count(5, quick: 2), options.count(80, quick: 40))
        let count = Double(stretches * batches * Self.batchSize)
        var (mine, alone, program) = (0.0, 0.0, 0.0)
        var (wire, json) = (0, 0)
        for stretch in 0..<stretches {
            let server = IngestServer()
            mine += try ours(batches, in: "\(stretch)", to: server)
            wire += server.collector.snapshot.bytesCompressed
            json += server.collector.snapshot.bytesRaw
            alone += try floor(batches) { url in
                let run = Self.run()
                let bodies = try (0..<batches).map {
                    try FloorEncoder.gzip(FloorEncoder.body(batch: $0, run: run))
                }
                return try seconds { for body in bodies { try BareSender.post(body, to: url) } }
            }
            // What a program would do that keeps no queue: encode, compress, send.
            program += try floor(batches) { url in
                let run = Self.run()
                return try seconds {
                    for batch in 0..<batches {
                        try BareSender.post(
                            FloorEncoder.gzip(FloorEncoder.body(batch: batch, run: run)), to: url)
                    }
                }
            }
        }
        return [
            "deliver.per_s": count / mine, "deliver.urlsession_alone_per_s": count / alone,
            "deliver.floor_program_per_s": count / program,
            "deliver.wire_bytes_per_event": Double(wire) / count,
            "deliver.json_bytes_per_event": Double(json) / count,
        ]
    }

    /// Seconds until the last of the events has arrived.
    private func ours(_ batches: Int, in name: String, to server: IngestServer) throws -> Double {
        defer { server.stop() }
        let directory = options.directory.appendingPathComponent(name)
        let tracker = try AnalyticsTracker.ready(in: directory, endpoint: try server.start()) {
            $0.queue.bufferCapacity = 100_000
            $0.queue.maxBytes = 1 << 26
            $0.flush.launchDelay = .zero
        }
        let count = batches * Self.batchSize
        let took = try seconds {
            for index in 0..<count { tracker.track(SampleEvent.varied(index)) }
            try deliver(count + 1, of: tracker)
        }
        let snapshot = server.collector.snapshot
        guard snapshot.unique == count + 1, snapshot.duplicates == 0, snapshot.missing == 0 else {
            throw Mismeasured(description: "\(snapshot.unique) arrived of \(count + 1)")
        }
        return took
    }

    /// Flushes until the last has arrived; a flush that sends nothing would never end it.
    private func deliver(_ count: Int, of tracker: AnalyticsTracker) throws {
        let (done, stop) = (DispatchSemaphore(value: 0), Locked<FlushOutcome.Stop?>(nil))
        Task {
            while tracker.status.ledger[.delivered] < count {
                let outcome = await tracker.flush()
                guard outcome.sent == 0, tracker.status.ledger[.delivered] < count else { continue }
                stop.withLock { $0 = outcome.stoppedBy }
                break
            }
            done.signal()
        }
        guard done.wait(timeout: .now() + 120) == .success else { throw Mismeasured(description: "too slow") }
        if let stop = stop.withLock({ $0 }) { throw Mismeasured(description: "sending stopped: \(stop)") }
    }

    private func floor(_ batches: Int, _ body: (URL) throws -> Double) throws -> Double {
        let server = IngestServer()
        defer { server.stop() }
        let took = try body(try server.start().appendingPathComponent("v1/events"))
        let snapshot = server.collector.snapshot
        guard snapshot.unique == batches * Self.batchSize else {
            throw Mismeasured(
                description: "the floor brought \(snapshot.unique): \(snapshot.problems.prefix(2))")
        }
        return took
    }

    private static func run() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// URLSession and nothing else, with the SDK's policy: ephemeral, nothing kept, on Linux a session for each request.
enum BareSender {
    static func post(_ body: [UInt8], to url: URL) throws {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
        let (done, status) = (DispatchSemaphore(value: 0), Locked(0))
        #if canImport(Darwin)
            let session = shared
        #else
            let session = URLSession(configuration: URLSessionTransport.configuration)
            defer { session.finishTasksAndInvalidate() }
        #endif
        session.dataTask(with: request) { _, response, _ in
            status.withLock { $0 = (response as? HTTPURLResponse)?.statusCode ?? 0 }
            done.signal()
        }.resume()
        done.wait()
        guard status.withLock({ $0 }) == 200 else { throw Mismeasured(description: "the floor was refused") }
    }

    #if canImport(Darwin)
        private static let shared = URLSession(configuration: URLSessionTransport.configuration)
    #endif
}
