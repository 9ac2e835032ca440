/// Who tells the tracker about network and power.
public struct ConditionSource: Sendable {
    enum Source: Sendable {
        case system
        case host(HostConditions)
    }

    let source: Source

    /// The platform: on Apple the path monitor (offline, Low Data Mode) and Low Power Mode. Elsewhere it says
    /// nothing, and network and power count as normal.
    public static let system = ConditionSource(source: .system)

    /// The host itself, instead of the platform.
    public static func host(_ conditions: HostConditions) -> ConditionSource {
        ConditionSource(source: .host(conditions))
    }

    /// The monitor for one tracker; asks the system nothing until someone follows it.
    func monitor() -> any ConditionMonitor {
        switch source {
        case .host(let conditions): return conditions
        case .system:
            #if canImport(Network)
                return SystemConditions()
            #else
                return SteadyConditions()
            #endif
        }
    }
}
