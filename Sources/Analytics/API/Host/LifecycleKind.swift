/// How the tracker learns that its host leaves the foreground, and how it is given time to seal and send then.
///
/// An app on iOS has `.app` without asking, a command-line host says `.process`, and everyone else has `.none`.
public struct LifecycleKind: Sendable {
    enum Kind: Sendable {
        /// Made only where `.app` or `.appExtension` was named, so that the SDK also builds for extensions.
        case platform(make: @Sendable () -> any LifecycleMonitor)
        case process(ProcessLifecycleMonitor)
        case none
    }

    let kind: Kind

    /// A host that is never suspended, or has nobody to say so: events go by count and interval only, and what waits
    /// when the process ends goes at the next launch.
    public static let none = LifecycleKind(kind: .none)

    /// A command-line host that says itself when it stops, goes on and ends.
    public static func process(_ monitor: ProcessLifecycleMonitor) -> LifecycleKind {
        LifecycleKind(kind: .process(monitor))
    }

    #if canImport(UIKit) && !os(watchOS)
        /// An app: UIKit says when it goes to the background, and a background task begun in the notification itself
        /// gives the time. An extension has no `UIApplication`; there this does not compile.
        @available(iOSApplicationExtension, unavailable, message: "an extension uses .appExtension")
        public static var app: LifecycleKind {
            LifecycleKind(kind: .platform { UIKitLifecycleMonitor() })
        }

        /// An extension inside a host app, such as a share sheet: the system says when the host app goes to the
        /// background, and an expiring activity gives the time. A widget is told nothing: it awaits `flush()` before
        /// it hands its timeline over.
        public static var appExtension: LifecycleKind {
            LifecycleKind(kind: .platform { ExtensionLifecycleMonitor() })
        }
    #endif

    /// The monitor for one tracker.
    func monitor() -> any LifecycleMonitor {
        switch kind {
        case .platform(let make): make()
        case .process(let monitor): monitor
        case .none: AlwaysForeground()
        }
    }
}
