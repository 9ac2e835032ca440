/// What a tracker touches of the world; tests and the dashboard replace parts of it.
package struct TrackerEnvironment: Sendable {
    package var clock: any WorldClock
    package var random: any RandomSource
    package var files: any FileOperations
    package var transport: any HTTPTransport
    /// Set to replace the HTTP uploader as a whole.
    package var uploader: (any BatchUploader)?
    /// Set to replace the asking for the remote configuration over HTTP.
    package var fetcher: (any ConfigurationFetcher)?
    /// Set to replace the queue on disk as a whole.
    package var makeQueue: (@Sendable (FileEventQueue.Parts) -> any EventQueue)?
    package var lifecycle: any LifecycleMonitor
    package var conditions: any ConditionMonitor
    package var work: WorkInHand
    /// Sees each event as given, what the policy said, and the sequence number of a kept one; nil in an app's release,
    /// where nothing may see values from before the scrub.
    package var onDecision: EventRecorder.Observer?
    /// Called after each change of the status; nil in an app.
    package var onChange: (@Sendable () -> Void)?

    package init(
        clock: any WorldClock, random: any RandomSource, files: any FileOperations,
        transport: any HTTPTransport, uploader: (any BatchUploader)? = nil,
        makeQueue: (@Sendable (FileEventQueue.Parts) -> any EventQueue)? = nil,
        lifecycle: any LifecycleMonitor, conditions: any ConditionMonitor, work: WorkInHand = WorkInHand(),
        onChange: (@Sendable () -> Void)? = nil
    ) {
        self.clock = clock
        self.random = random
        self.files = files
        self.transport = transport
        self.uploader = uploader
        self.makeQueue = makeQueue
        self.lifecycle = lifecycle
        self.conditions = conditions
        self.work = work
        self.onChange = onChange
    }

    /// The real world, with the lifecycle and the conditions that the host chose.
    package static func live(_ configuration: AnalyticsConfiguration) -> TrackerEnvironment {
        var environment = TrackerEnvironment(
            clock: SystemClock(), random: SystemRandom(), files: PosixFiles(),
            transport: SystemTransport(), lifecycle: configuration.lifecycle.monitor(),
            conditions: configuration.conditions.monitor())
        #if DEBUG
            let log = DebugLog()
            environment.onDecision = { draft, decision, _ in log.see(draft, decision) }
        #endif
        return environment
    }
}
