#if canImport(Network)
    import Dispatch
    import Foundation
    import Network

    /// The path monitor and Low Power Mode, watched for as long as someone follows.
    struct SystemConditions: ConditionMonitor {
        func conditions() -> AsyncStream<DeviceConditions> {
            // Only the newest says what holds now.
            AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let watch = ConditionWatch { continuation.yield($0) }
                continuation.onTermination = { _ in watch.stop() }
                watch.start()
            }
        }
    }

    /// Puts what two sources say together; reports nothing until the first path is known.
    private final class ConditionWatch: Sendable {
        private struct Known {
            var network: DeviceConditions.Network?
            var isLowPower = false

            var conditions: DeviceConditions? {
                network.map { DeviceConditions(network: $0, isLowPower: isLowPower) }
            }
        }

        private let known = Locked(Known())
        private let paths = Locked(NWPathMonitor())
        private let power = NotificationObservers()
        private let report: @Sendable (DeviceConditions) -> Void

        init(report: @escaping @Sendable (DeviceConditions) -> Void) {
            self.report = report
        }

        func start() {
            power.observe(.NSProcessInfoPowerStateDidChange) { [weak self] in self?.readPower() }
            readPower()
            paths.withLock { paths in
                paths.pathUpdateHandler = { [weak self] path in self?.take(path) }
                paths.start(queue: DispatchQueue(label: "analytics.conditions", qos: .utility))
            }
        }

        func stop() {
            paths.withLock { $0.cancel() }
        }

        private func readPower() {
            change { $0.isLowPower = ProcessInfo.processInfo.isLowPowerModeEnabled }
        }

        /// A path that needs a connection first, as a VPN on demand does, is there for whoever makes one.
        private func take(_ path: NWPath) {
            let network: DeviceConditions.Network =
                path.status == .unsatisfied ? .offline : path.isConstrained ? .constrained : .normal
            change { $0.network = network }
        }

        /// Reports under the lock, so that the newest report is the newest state.
        private func change(_ body: (inout Known) -> Void) {
            known.withLock { known in
                body(&known)
                if let conditions = known.conditions { report(conditions) }
            }
        }
    }
#endif
