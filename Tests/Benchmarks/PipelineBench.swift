import Analytics
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// From the call to the disk: how fast without losing one, and at what cost.
struct PipelineBench {
    let options: Options

    func run() throws -> AnalyticsBenchmarks.Figures {
        var figures = try floors()
        figures.merge(try lossless()) { $1 }
        return figures
    }

    /// As many events as the pipeline takes: the caller waits when the buffer fills up, so that none is lost.
    private func lossless() throws -> AnalyticsBenchmarks.Figures {
        let tracker = try AnalyticsTracker.ready(in: options.directory) {
            $0.queue.bufferCapacity = 100_000
            $0.queue.maxBytes = 1 << 30
        }
        let count = options.count(200_000, quick: 50_000)
        let event = SampleEvent.one
        let processor = processorSeconds()
        let took = try seconds {
            for index in 0..<count {
                tracker.track(event)
                if index.isMultiple(of: 10_000), tracker.status.buffer.depth > 40_000 {
                    try waitUntil(upTo: .seconds(60), "room in the buffer", lookingEvery: 5) {
                        tracker.status.buffer.depth < 20_000
                    }
                }
            }
            try tracker.rest(lookingEvery: 5)
        }
        let spent = processorSeconds() - processor
        guard tracker.status.ledger[.waiting] == count + 1 else {
            throw Mismeasured(description: "\(tracker.status.ledger) instead of \(count + 1) waiting")
        }
        return [
            "pipeline.lossless_per_s": Double(count) / took,
            "pipeline.cpu_us_per_event": spent / Double(count) * 1e6,
            "pipeline.bytes_on_disk_per_event": try Double(bytesOnDisk()) / Double(count + 1),
        ]
    }

    private func bytesOnDisk() throws -> Int {
        let folder = options.directory.appendingPathComponent("app")
        return try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.fileSizeKey]
        ).reduce(0) { sum, file in
            try sum + (file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
    }

    private func floors() throws -> AnalyticsBenchmarks.Figures {
        let rounds = options.count(400, quick: 200)
        var encoder = FloorEncoder()
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        var (encoding, writing, making, deflating) = (0.0, 0.0, 0.0, 0.0)
        let path = options.directory.appendingPathComponent("floor").path
        try FileManager.default.createDirectory(at: options.directory, withIntermediateDirectories: true)
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Mismeasured(description: "no file for the floor of a write") }
        defer { close(file) }
        for round in 0..<rounds + 20 {
            if round == 20 { (encoding, writing, making, deflating) = (0, 0, 0, 0) }
            encoder.bytes.removeAll(keepingCapacity: true)
            encoding += seconds {
                for index in 0..<50 {
                    encoder.append(.one, sequence: 100_000 + index, milliseconds: now)
                }
            }
            var written = 0
            writing += seconds { written = write(file, encoder.bytes, encoder.bytes.count) }
            guard written == encoder.bytes.count else { throw Mismeasured(description: "a short write") }
            // A file system that has just lost many files makes new ones slowly: the floor meets that, too.
            making += seconds {
                let segment = open(
                    path + "-\(round)", O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
                written = write(segment, encoder.bytes, encoder.bytes.count)
                close(segment)
            }
            let body = encoder.bytes
            deflating += try seconds { _ = try FloorEncoder.gzip(body) }
        }
        let share = 1e9 / Double(rounds * 50)
        return [
            "floor.encode_ns": encoding * share, "floor.write_line_ns": writing * share,
            "floor.segment_line_ns": making * share,
            "floor.deflate_event_ns": deflating * share,
        ]
    }
}

/// What a million events in a tight loop do to the host's memory.
struct FloodBench {
    let options: Options

    func run() throws -> AnalyticsBenchmarks.Figures {
        let event = SampleEvent.one
        let tracker = try AnalyticsTracker.ready(in: options.directory)
        for _ in 0..<2_000 { tracker.track(event) }
        try tracker.rest()
        Memory.forgetPeak()
        let before = Memory.now
        for _ in 0..<options.count(1_000_000, quick: 200_000) { tracker.track(event) }
        try tracker.rest()
        guard let before, let peak = Memory.peak else { return [:] }
        return ["pipeline.flood_growth_kb": max(0, peak - before)]
    }
}
