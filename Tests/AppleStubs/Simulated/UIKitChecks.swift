import Foundation
import UIKit

extension Simulated {
    @MainActor private static var system: Simulation { UIApplication.shared.simulation }

    @MainActor
    private static func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: UIApplication.shared)
    }

    @MainActor
    private static func enterBackground(timeRemaining: Double = 30) {
        system.state = .background
        system.timeRemaining = timeRemaining
        post(UIApplication.didEnterBackgroundNotification)
    }

    @MainActor static let uiKitChecks: [Check] = [
        (
            "a launch into the foreground is told as one",
            {
                let follower = Follower(UIKitLifecycleMonitor())
                try await eventually("present state") { !follower.seen.isEmpty }
                try expect(follower.seen == [.foreground], "\(follower.seen)")
            }
        ),
        (
            "a launch into the background is told as one and begins nothing",
            {
                system.state = .background
                let monitor = UIKitLifecycleMonitor()
                let follower = Follower(monitor)
                try await eventually("present state") { !follower.seen.isEmpty }
                try expect(follower.seen == [.background], "\(follower.seen)")
                try expect(system.begun == 0, "began \(system.begun)")
                post(UIApplication.willEnterForegroundNotification)
                post(UIApplication.didBecomeActiveNotification)
                try await eventually("foreground") { follower.seen == [.background, .foreground] }
            }
        ),
        (
            "the background task begins in the notification and ends with the work",
            {
                let monitor = UIKitLifecycleMonitor()
                let follower = Follower(monitor)
                try await eventually("present state") { !follower.seen.isEmpty }
                enterBackground()
                try expect(system.held == 1, "nothing held when the post returned")
                let left = monitor.backgroundTimeLeft() ?? .zero
                try expect(left > .seconds(20) && left <= .seconds(30), "time left \(left)")
                try await eventually("work") { follower.begun == 1 }
                try expect(system.held == 1, "let go while the work runs")
                follower.finish()
                try await eventually("end") { system.held == 0 }
                try expect(follower.cancelled == 0, "cancelled")
            }
        ),
        (
            "when the time runs out the task has ended before the handler returns",
            {
                let monitor = UIKitLifecycleMonitor()
                let follower = Follower(monitor)
                try await eventually("present state") { !follower.seen.isEmpty }
                enterBackground()
                try await eventually("work") { follower.begun == 1 }
                system.runOutOfTime()
                try expect(system.held == 0, "still held: the system would kill the app")
                try await eventually("cancellation") { follower.cancelled == 1 }
            }
        ),
        (
            "a second stay has a task of its own",
            {
                let monitor = UIKitLifecycleMonitor()
                let follower = Follower(monitor)
                follower.finish()
                try await eventually("present state") { !follower.seen.isEmpty }
                for stay in 1...3 {
                    enterBackground()
                    post(UIApplication.willEnterForegroundNotification)
                    try await eventually("work \(stay)") { follower.ended == stay }
                }
                try await eventually("all ended") { system.held == 0 }
                try expect(system.begun == 3, "began \(system.begun)")
                try expect(follower.cancelled == 0, "cancelled")
            }
        ),
        (
            "without background time the work still runs and nothing is ended",
            {
                system.refuses = true
                let monitor = UIKitLifecycleMonitor()
                let follower = Follower(monitor)
                follower.finish()
                try await eventually("present state") { !follower.seen.isEmpty }
                enterBackground(timeRemaining: .greatestFiniteMagnitude)
                try expect(monitor.backgroundTimeLeft() == nil, "claims to know the time")
                try await eventually("work") { follower.ended == 1 }
            }
        ),
        (
            "with no tracker left nothing is held, and with no monitor nothing begins",
            {
                var monitor: UIKitLifecycleMonitor? = UIKitLifecycleMonitor()
                enterBackground()
                try expect(system.begun == 1 && system.held == 0, "held \(system.held)")
                monitor = nil
                try expect(monitor == nil, "kept")
                enterBackground()
                try expect(system.begun == 1, "a monitor that is gone began \(system.begun)")
            }
        ),
        (
            "a background right after the launch is not mistaken for the state at launch",
            {
                let follower = Follower(UIKitLifecycleMonitor())
                // Before the main actor had a turn to ask where the app is.
                enterBackground()
                try expect(system.held == 1, "held \(system.held)")
                try await eventually("both") { follower.seen == [.foreground, .background] }
                follower.finish()
                try await eventually("end") { system.held == 0 }
            }
        ),
        (
            "a notification that someone posts from another thread is heeded and does no harm",
            {
                let follower = Follower(UIKitLifecycleMonitor())
                try await eventually("present state") { !follower.seen.isEmpty }
                await Task.detached {
                    NotificationCenter.default.post(
                        name: UIApplication.didEnterBackgroundNotification, object: nil)
                }.value
                try await eventually("work") { follower.begun == 1 }
                follower.finish()
                try await eventually("end") { system.held == 0 }
            }
        ),
    ]
}
