import Analytics
import Foundation

/// What a call of `track` costs its caller, beside the least that it could.
struct TrackBench {
    let options: Options

    func run() throws -> AnalyticsBenchmarks.Figures {
        let tracker = try AnalyticsTracker.ready(in: options.directory)
        let ring = BareRing()
        var figures = try busy(tracker, ring)
        figures.merge(try wake(tracker)) { $1 }
        for threads in [2, 8] { figures.merge(try crowd(of: threads, tracker, ring)) { $1 } }
        return figures
    }

    /// A tight loop: the pipeline runs all the time, the buffer overflows, the ring is full.
    private func busy(_ tracker: AnalyticsTracker, _ ring: BareRing) throws -> AnalyticsBenchmarks.Figures {
        let stream = BareStream()
        let event = SampleEvent.one
        var (ours, bare, streamed) = (CallTimes(), CallTimes(), CallTimes())
        // The first block of each is the warm-up.
        for block in 0...10 {
            if block == 1 { (ours, bare, streamed) = (CallTimes(), CallTimes(), CallTimes()) }
            let count = options.count(10_000, quick: 4_000)
            ours.add(count) { _ in tracker.track(event) }
            try tracker.rest()
            bare.add(count) { _ in ring.push(event) }
            streamed.add(count) { _ in stream.push(event) }
        }
        return [
            "track.busy.p50_ns": ours.percentile(0.5), "track.busy.p99_ns": ours.percentile(0.99),
            "floor.ring_push_ns": bare.percentile(0.5), "floor.ring_push_p99_ns": bare.percentile(0.99),
            "floor.stream_yield_ns": streamed.percentile(0.5),
        ]
    }

    /// An app at rest: every call wakes an idle pipeline. Call and bare bell take turns, so that both meet the same idleness.
    private func wake(_ tracker: AnalyticsTracker) throws -> AnalyticsBenchmarks.Figures {
        let bell = BareBell()
        let event = SampleEvent.one
        var (ours, bare) = (CallTimes(), CallTimes())
        for turn in 0..<options.count(500, quick: 150) {
            if turn == 20 { (ours, bare) = (CallTimes(), CallTimes()) }
            pause(milliseconds: 2)
            ours.add(1) { _ in tracker.track(event) }
            pause(milliseconds: 2)
            bare.add(1) { _ in bell.ring() }
        }
        try tracker.rest()
        return ["track.wake.p50_ns": ours.percentile(0.5), "floor.wake_ns": bare.percentile(0.5)]
    }

    /// Several threads at once, each in a tight loop.
    private func crowd(
        of threads: Int, _ tracker: AnalyticsTracker, _ ring: BareRing
    ) throws -> AnalyticsBenchmarks.Figures {
        let event = SampleEvent.one
        var (ours, bare) = (CallTimes(), CallTimes())
        let calls = options.count(40_000, quick: 10_000) / threads
        for round in 0...4 {
            if round == 1 { (ours, bare) = (CallTimes(), CallTimes()) }
            ours.add(times(of: calls, on: threads) { tracker.track(event) })
            try tracker.rest()
            bare.add(times(of: calls, on: threads) { ring.push(event) })
        }
        return [
            "track.threads\(threads).p50_ns": ours.percentile(0.5),
            "floor.ring_threads\(threads)_ns": bare.percentile(0.5),
        ]
    }

    private func times(of calls: Int, on threads: Int, _ call: @escaping @Sendable () -> Void) -> CallTimes {
        let all = Locked(CallTimes())
        let (ready, go) = (DispatchGroup(), DispatchSemaphore(value: 0))
        let done = DispatchGroup()
        for _ in 0..<threads {
            ready.enter()
            done.enter()
            Thread.detachNewThread {
                ready.leave()
                go.wait()
                var own = CallTimes()
                own.add(calls) { _ in call() }
                let times = own
                all.withLock { $0.add(times) }
                done.leave()
            }
        }
        ready.wait()
        for _ in 0..<threads { go.signal() }
        done.wait()
        return all.withLock { $0 }
    }
}
