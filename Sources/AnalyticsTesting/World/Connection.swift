import Analytics

/// The link between one process run of a tracker and the world around it. Once cut, nothing passes any more.
///
/// Cutting waits for what is passing, so nothing of the old run reaches the world after `cut()` has returned.
final class Connection: Sendable {
    private struct State {
        var isCut = false
        var alarms: [Int: Alarm] = [:]
        var lastAlarm = 0
    }

    private let state = Locked(State())

    /// Whether the process run has ended.
    var isCut: Bool { state.withLock(\.isCut) }

    /// Ends the process run: calls off its alarms, and refuses everything from now on.
    func cut() {
        let alarms = state.withLock { state -> [Alarm] in
            state.isCut = true
            defer { state.alarms = [:] }
            return Array(state.alarms.values)
        }
        for alarm in alarms { alarm.cancel() }
    }

    /// Runs `body` unless the connection is cut, and not while it is being cut. Never code of the host.
    func pass<Result>(_ body: () -> Result) -> Result? {
        state.withLock { $0.isCut ? nil : body() }
    }

    /// Keeps an alarm to call off at the cut; at once when it is cut already. Returns what the tracker cancels.
    fileprivate func keep(_ set: (_ over: @escaping @Sendable () -> Void) -> Alarm) -> Alarm {
        let number = state.withLock { state -> Int in
            state.lastAlarm += 1
            return state.lastAlarm
        }
        let isOver = Locked(false)
        let alarm = set { [weak self] in
            isOver.withLock { $0 = true }
            self?.forget(number)
        }
        let isCut = state.withLock { state -> Bool in
            if !state.isCut { state.alarms[number] = alarm }
            return state.isCut
        }
        if isCut { alarm.cancel() }
        // It may have rung before it was kept.
        if isOver.withLock({ $0 }) { forget(number) }
        return Alarm { [weak self] in
            self?.forget(number)
            alarm.cancel()
        }
    }

    private func forget(_ number: Int) {
        // Released outside the lock: an alarm holds closures.
        _ = state.withLock { $0.alarms.removeValue(forKey: number) }
    }
}

/// The world's clock for one process run: its alarms are gone when it is.
struct ConnectedClock: WorldClock {
    let clock: ManualClock
    let connection: Connection

    func now() -> Moment { clock.now() }

    func schedule(at deadline: MonotonicTime, _ action: @escaping @Sendable () async -> Void) -> Alarm {
        connection.keep { over in
            clock.schedule(at: deadline) { [connection] in
                over()
                if !connection.isCut { await action() }
            }
        }
    }
}

/// The scripted server for one process run.
struct ConnectedUploader: BatchUploader {
    let uploader: ScriptedUploader
    let connection: Connection

    func send(_ batch: Batch) async -> Upload {
        guard let isHeld = connection.pass({ uploader.arrive(batch) }) else { return Upload(.cancelled) }
        let upload = await uploader.answer(batch, isHeld: isHeld)
        return connection.isCut ? Upload(.cancelled) : upload
    }
}

/// The scripted configuration server for one process run.
struct ConnectedFetcher: ConfigurationFetcher {
    let server: ScriptedConfiguration
    let connection: Connection

    func fetch(tag: String?) async -> ConfigurationAnswer {
        guard let service = connection.pass({ server.arrive(tag: tag) }) else { return .cancelled }
        return ScriptedConfiguration.answer(of: service, tag: tag)
    }
}

/// A transport for one process run. A function of the host that is running at the cut runs to its end, as a server does,
/// and its response is lost.
struct ConnectedTransport: HTTPTransport {
    let transport: any HTTPTransport
    let connection: Connection

    func exchange(_ request: UploadRequest) async -> Exchange {
        guard !connection.isCut else { return .failed(.connection(.lost)) }
        let exchange = await transport.exchange(request)
        return connection.isCut ? .failed(.connection(.lost)) : exchange
    }
}

/// The host's lifecycle for one process run: a run that has ended takes no background time.
struct ConnectedLifecycle: LifecycleMonitor {
    let monitor: ManualLifecycleMonitor
    let connection: Connection

    func events() -> AsyncStream<LifecycleEvent> { monitor.events() }

    func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async {
        guard !connection.isCut else { return }
        await monitor.withBackgroundTime { [connection] in
            if !connection.isCut { await work() }
        }
    }

    func backgroundTimeLeft() -> Duration? { monitor.backgroundTimeLeft() }
}

/// Network and power for one process run, followed from its start: a change that is made before the tracker's own task
/// first runs counts as work in progress, as all later ones do.
struct ConnectedConditions: ConditionMonitor {
    private let stream: AsyncStream<DeviceConditions>

    init(monitor: ManualConditions) { stream = monitor.conditions() }

    /// The one stream of this process run; the tracker asks for it once.
    func conditions() -> AsyncStream<DeviceConditions> { stream }
}
