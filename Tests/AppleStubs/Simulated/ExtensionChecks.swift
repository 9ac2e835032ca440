import AppleFoundation
import Foundation

extension Simulated {
    private static var system: ExpiringActivities { ExpiringActivities.shared }

    private static func hostEntersBackground() {
        NotificationCenter.default.post(name: .NSExtensionHostDidEnterBackground, object: nil)
    }

    @MainActor static let extensionChecks: [Check] = [
        (
            "an extension holds an activity until the work has ended",
            {
                let follower = Follower(ExtensionLifecycleMonitor())
                try await eventually("present state") { follower.seen == [.foreground] }
                hostEntersBackground()
                try expect(system.begun == 1, "nothing begun when the post returned")
                try await eventually("work") { follower.begun == 1 }
                try expect(system.held == 1, "let go while the work runs")
                follower.finish()
                try await eventually("the block returns") { system.held == 0 }
                try expect(follower.cancelled == 0, "cancelled")
            }
        ),
        (
            "an activity that expires cancels the work and frees its thread",
            {
                let follower = Follower(ExtensionLifecycleMonitor())
                try await eventually("present state") { !follower.seen.isEmpty }
                hostEntersBackground()
                try await eventually("work") { follower.begun == 1 }
                system.runOutOfTime()
                try await eventually("cancellation") { follower.cancelled == 1 }
                try await eventually("the block returns") { system.held == 0 }
            }
        ),
        (
            "an activity that is refused cancels the work, and no thread waits",
            {
                system.refuses = true
                let follower = Follower(ExtensionLifecycleMonitor())
                try await eventually("present state") { !follower.seen.isEmpty }
                hostEntersBackground()
                try await eventually("cancellation") { follower.cancelled == 1 }
                try await eventually("the block returns") { system.held == 0 }
            }
        ),
        (
            "an activity whose work ends before it begins does not wait",
            {
                let monitor = ExtensionLifecycleMonitor()
                for _ in 0..<100 {
                    hostEntersBackground()
                    NotificationCenter.default.post(name: .NSExtensionHostWillEnterForeground, object: nil)
                }
                try await eventually("all blocks return") { system.held == 0 }
                try expect(system.begun == 100, "began \(system.begun)")
                try expect(monitor.backgroundTimeLeft() == nil, "claims to know the time")
            }
        ),
    ]
}
