import Analytics
import AnalyticsTesting
import Testing

/// The monitors of network and power that can be told what there is: the host's and the fake.
enum ConditionSubject: String, CaseIterable, Sendable {
    case manual, host

    /// The monitor, and the hand that changes what it reports.
    func make(_ start: DeviceConditions) -> (
        any ConditionMonitor, report: @Sendable (DeviceConditions) -> Void
    ) {
        switch self {
        case .manual:
            let monitor = ManualConditions(clock: ManualClock(), start)
            return (monitor, { monitor.present = $0 })
        case .host:
            let monitor = HostConditions(start)
            return (monitor, { monitor.present = $0 })
        }
    }
}

/// What every `ConditionMonitor` promises.
@Suite(.timeLimit(.minutes(10))) struct ConditionMonitorContract {
    private static let all = DeviceConditions.Network.allCases.flatMap { network in
        [false, true].map { DeviceConditions(network: network, isLowPower: $0) }
    }

    @Test(arguments: ConditionSubject.allCases, all)
    func theFirstElementIsThePresentStateAndEveryChangeFollows(
        subject: ConditionSubject, start: DeviceConditions
    ) async {
        let (monitor, report) = subject.make(start)
        var early = monitor.conditions().makeAsyncIterator()
        #expect(await early.next() == start)
        var present = start
        for change in Self.all where change != present {
            present = change
            report(change)
            var late = monitor.conditions().makeAsyncIterator()
            #expect(await late.next() == change)
            #expect(await early.next() == change)
        }
    }

    @Test(arguments: ConditionSubject.allCases)
    func theStreamFinishesWithItsCallersTask(subject: ConditionSubject) async {
        let (monitor, report) = subject.make(DeviceConditions())
        let (seen, bell) = AsyncStream<Void>.makeStream()
        let reader = Task {
            for await _ in monitor.conditions() { bell.yield() }
            bell.finish()
        }
        var events = seen.makeAsyncIterator()
        _ = await events.next()
        reader.cancel()
        await reader.value
        report(DeviceConditions(network: .offline))
        #expect(await events.next() == nil)
    }
}
