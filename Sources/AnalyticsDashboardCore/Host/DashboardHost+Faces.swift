import Analytics
import AnalyticsTesting

/// What faces without keys ask for.
extension DashboardHost {
    /// Does it, unless this dashboard must not; the model's message says what was done, or why not.
    public func perform(_ deed: Deed) {
        if let refusal = model.refusal(of: deed) { receive(.note(refusal)) } else { start(deed) }
    }

    /// Says it in the message line.
    public func say(_ text: String) { receive(.note(text)) }

    /// Returns when everything that was started has ended and the tracker has nothing in hand, or at the limit.
    public func rest(atMost limit: Duration) async {
        let (ends, bell) = AsyncStream<Void>.makeStream()
        let work = Task {
            while let task = running.values.first { await task.value }
            await stage.harness.settle()
            bell.finish()
        }
        let watch = Task {
            do { try await Task.sleep(for: limit, clock: .continuous) } catch { return }
            bell.finish()
        }
        for await _ in ends {}
        work.cancel()
        watch.cancel()
        refresh()
    }
}

/// The lab's question that takes a while.
extension DashboardHost {
    /// Counts outside of the screen's turn: a hundred thousand hashes are a good part of a second in a debug build.
    func countShare(of key: String, at rate: Double) {
        let lab = stage.lab
        Task {
            let share = await Task.detached {
                lab.share(keptAt: rate, key: key, installs: 100_000, seed: 1)
            }.value
            receive(.share(share, key: key))
        }
    }
}

/// A script of what a person would do, made from a seed.
public typealias AutopilotScript = @MainActor (_ seed: UInt64) -> AnyIterator<AutopilotStep>

/// One thing that the autopilot does.
public struct AutopilotStep: Sendable, Equatable {
    /// How long it waits before, on the world's clock.
    public let pause: Duration
    /// What it does then.
    public let deed: Deed

    /// A step.
    public init(after pause: Duration, _ deed: Deed) {
        self.pause = pause
        self.deed = deed
    }
}

/// The autopilot, which fires events as a person's use of an app would.
extension DashboardHost {
    /// Whether it drives at present.
    public var isAutopilotOn: Bool { drive != nil }

    /// Grants consent and lets the autopilot drive, also where keys may change nothing: the show that is looked at.
    public func startShow() {
        start(.consent(.granted))
        refresh()
        toggleAutopilot()
    }

    func toggleAutopilot() {
        if let drive {
            drive.cancel()
            self.drive = nil
            return receive(.autopilot(isOn: false, "The autopilot has stopped."))
        }
        let seed = harness.world.seed ?? UInt64.random(in: 0...9_999)
        let steps = autopilot(seed)
        drive = Task { [weak self, clock = stage.harness.world.clock] in
            for step in steps {
                do { try await clock.sleep(for: step.pause) } catch { return }
                guard !Task.isCancelled else { return }
                self?.start(step.deed, isQuiet: true)
            }
        }
        let gate =
            stage.harness.status.consent == .granted
            ? "" : " Without consent its events are dropped\(hasKeys ? ": c g grants it" : "")."
        let stop = hasKeys ? "; a stops it" : ""
        receive(
            .autopilot(isOn: true, "AUTOPILOT uses the app as a person would\(stop).\(gate) (seed \(seed))"))
    }
}
