import Analytics
import AnalyticsTesting

/// Something that can be done to the tracker or to its world: by a key, by a scenario's line, or by a recording.
public enum Deed: Sendable, Equatable {
    /// Fires an event by its name, as often; one that no sample has is fired without properties.
    case fire(String, count: Int)
    /// Fires an event with the properties that it says.
    case track(ComposedEvent)
    case burst(Burst)
    case consent(Consent)
    case background
    case foreground
    case expireBackground
    case flush
    case server(String)
    case network(DeviceConditions.Network)
    case power(isLow: Bool)
    case disk(Disk)
    case serve(RemoteDocument)
    case speed(Int)
    case advance(Duration)
    case wallBack(Duration)
    case crash(AnalyticsHarness.Death)
    case identify(String)
    case logOut

    /// What is wrong with the disk.
    public enum Disk: Sendable, Equatable {
        case normal
        /// Simulated under the real queue: full once as many more bytes are written.
        case full(after: Int)
        /// Simulated under the real queue.
        case readOnly
        /// Simulated under the real queue: files are there and cannot be read.
        case locked
        /// Real: the folder goes.
        case deleted
    }

    /// What the collector serves as remote configuration.
    public enum RemoteDocument: Sendable, Equatable {
        case on
        case off
        /// Everything is sampled at this rate.
        case sampling(Double)
        /// One that cannot be used, and so changes nothing.
        case broken

        /// The document.
        var text: String {
            switch self {
            case .on: #"{"enabled": true}"#
            case .off: #"{"enabled": false}"#
            case .sampling(let rate): #"{"enabled": true, "sampling": {"defaultRate": \#(rate)}}"#
            case .broken: #"{"enabled": "#
            }
        }
    }
}
