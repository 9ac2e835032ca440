import Analytics
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Nanoseconds on a clock that never goes back.
@inline(__always)
func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
}

/// Seconds that `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = nanoseconds()
    try body()
    return Double(nanoseconds() - start) / 1e9
}

/// Processor time of the whole process so far, in seconds: all threads, in the program and in the kernel.
func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Gives the processor away: the pace of a benchmark is part of what it measures, and no test waits so.
func pause(milliseconds: Int32) {
    poll(nil, 0, milliseconds)
}

/// Looks again and again until the condition holds.
func waitUntil(
    upTo limit: Duration, _ what: String, lookingEvery milliseconds: Int32 = 1, _ condition: () -> Bool
) throws {
    let deadline = nanoseconds() + Int(limit.nanoseconds)
    while !condition() {
        guard nanoseconds() < deadline else { throw Mismeasured(description: "waited \(limit) for \(what)") }
        pause(milliseconds: milliseconds)
    }
}

/// The time of each of many calls.
struct CallTimes {
    private var nanosecondsEach: [Int] = []

    /// What reading the clock twice costs; taken off every call.
    static let ofNothing: Double = {
        var times = CallTimes()
        times.add(20_000) { _ in }
        return times.raw(0.5)
    }()

    @inline(__always)
    mutating func add(_ count: Int, _ body: (Int) -> Void) {
        nanosecondsEach.reserveCapacity(nanosecondsEach.count + count)
        for index in 0..<count {
            let start = nanoseconds()
            body(index)
            nanosecondsEach.append(nanoseconds() - start)
        }
    }

    mutating func add(_ other: CallTimes) { nanosecondsEach += other.nanosecondsEach }

    /// The time that a share of the calls stays under, without the clock's own.
    func percentile(_ share: Double) -> Double { max(0.1, raw(share) - Self.ofNothing) }

    private func raw(_ share: Double) -> Double {
        let sorted = nanosecondsEach.sorted()
        guard !sorted.isEmpty else { return 0 }
        return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))])
    }
}
