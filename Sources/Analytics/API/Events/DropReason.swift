/// Why an event was not delivered. Every event that disappears is counted under exactly one of these.
public enum DropReason: String, Sendable, Codable, CaseIterable, Hashable {
    /// Tracked without consent. Kept nowhere, not even in memory.
    case noConsent
    /// Tracked while the remote switch was off.
    case switchedOff
    /// This install is outside the sampling rate of the event.
    case sampledOut
    /// The name or the schema version breaks the rules of ``AnalyticsEvent``.
    case invalid
    /// Larger than ``EventLimits/maxEventBytes`` once encoded.
    case tooLarge
    /// Evicted from memory by newer events before it could be written.
    case bufferFull
    /// The disk had no room for it, or refused the write.
    case diskFull
    /// Its segment was the oldest when the queue passed its size limit.
    case overCap
    /// Waited longer than the queue keeps events.
    case expired
    /// Its line on disk could not be decoded: damaged, or torn by a crash. A file over 1 MB counts as one.
    case corrupt
    /// Its file or the whole directory was deleted from outside.
    case vanished
    /// The server accepted the batch and refused this event in it.
    case rejected
    /// The server refused the whole batch for good.
    case discarded
    /// Erased because consent was denied, before or after it reached the disk.
    case erased
}
