import Foundation

/// Everything the collector knows at one instant, in one consistent value.
public struct CollectorSnapshot: Sendable, Codable, Equatable {
    /// The standing fault, as a word that `Fault` reads.
    public internal(set) var fault = Fault.ok.word
    /// How many queued faults come before the standing one.
    public internal(set) var queuedFaults = 0

    /// Requests to `POST /v1/events`, whatever became of them.
    public internal(set) var requests = 0
    /// Those by the status answered; requests left without an answer are not in here.
    public internal(set) var requestsByStatus: [Int: Int] = [:]
    /// Requests that no status line answered.
    public internal(set) var unanswered = 0
    /// Requests whose client was gone before the answer was through.
    public internal(set) var clientLeft = 0
    /// Bytes of bodies as sent.
    public internal(set) var bytesCompressed = 0
    /// Bytes of those bodies opened; a body that would not open counts nothing.
    public internal(set) var bytesRaw = 0

    /// Events stored: each ID once.
    public internal(set) var unique = 0
    /// Stored events that came again and were dropped.
    public internal(set) var duplicates = 0
    /// Events rejected one by one and not stored: each ID once.
    public internal(set) var rejected = 0
    /// Batches seen, stored or not: each ID once.
    public internal(set) var batches = 0
    /// Requests whose batch had been seen before.
    public internal(set) var batchesSeenAgain = 0
    /// Requests whose batch had been stored before.
    public internal(set) var batchesStoredAgain = 0

    /// Requests whose body or headers were wrong.
    public internal(set) var badRequests = 0
    /// Bytes that were no HTTP request.
    public internal(set) var malformed = 0
    /// Requests to a path that is not served.
    public internal(set) var strayRequests = 0
    /// Requests that followed a redirect, which no client should.
    public internal(set) var redirectsFollowed = 0
    /// Known event IDs that came back with other content.
    public internal(set) var contradictions = 0
    /// New event IDs under a sequence number that another event of that install has.
    public internal(set) var sequenceReused = 0
    /// Known batch IDs that came back with other events.
    public internal(set) var batchesChanged = 0
    /// Event IDs forgotten for want of room; a repeat of one would count as unique.
    public internal(set) var idsForgotten = 0
    /// Sequence numbers not followed for want of room.
    public internal(set) var numbersNotFollowed = 0

    /// `sentAt` against this clock, in milliseconds; positive when the device's clock is ahead.
    public internal(set) var skew: ClockSkew?
    /// Installs in order of their first event, the newest if there are very many.
    public internal(set) var installs: [InstallRecord] = []
    /// Unique events by name and schema version, as `purchase v2`.
    public internal(set) var names: [String: Int] = [:]
    /// The newest requests, oldest first.
    public internal(set) var lastRequests: [RequestRecord] = []
    /// The newest problems, oldest first.
    public internal(set) var problems: [Problem] = []
    /// What happened to the remote configuration.
    public internal(set) var configuration = ConfigurationCounts()

    /// Sequence numbers that lie between others of their install and never came.
    public var missing: Int {
        installs.reduce(0) { sum, install in
            let (total, overflow) = sum.addingReportingOverflow(install.missing)
            return overflow ? .max : total
        }
    }

    /// Opened bytes for one byte sent, or nil before the first body.
    public var gzipRatio: Double? {
        bytesCompressed > 0 ? Double(bytesRaw) / Double(bytesCompressed) : nil
    }
}

/// How far a device's clock is from the server's, in milliseconds.
public struct ClockSkew: Sendable, Codable, Hashable {
    /// At the newest batch.
    public internal(set) var last: Int
    /// The lowest seen.
    public internal(set) var lowest: Int
    /// The highest seen.
    public internal(set) var highest: Int
}

/// What is known of one install.
public struct InstallRecord: Sendable, Codable, Hashable {
    /// The install ID.
    public let install: String
    /// Unique events stored.
    public let unique: Int
    /// The lowest sequence number that arrived.
    public let first: Int
    /// The highest sequence number that arrived.
    public let last: Int
    /// Runs of numbers between the two that never arrived, the first 100. A rejected event did arrive.
    public let gaps: [SequenceRange]
    /// How many numbers never arrived, all runs together.
    public let missing: Int
}

/// One request in the log.
public struct RequestRecord: Sendable, Codable, Hashable {
    /// Counts from 1 and is never reused, not even after `reset()`.
    public let number: Int
    /// When it was read, by the collector's clock.
    public let time: Date
    /// The batch, if the body could be read.
    public internal(set) var batch: String?
    /// The install, if the body could be read.
    public internal(set) var install: String?
    /// Events in the body.
    public internal(set) var events = 0
    /// Those stored for the first time.
    public internal(set) var stored = 0
    /// Those known already.
    public internal(set) var duplicates = 0
    /// Those rejected.
    public internal(set) var rejected = 0
    /// `sentAt` against the collector's clock, in milliseconds, if the body could be read; positive when the device's
    /// clock is ahead.
    public internal(set) var skewMs: Int?
    /// Bytes of the body as sent.
    public internal(set) var bytes = 0
    /// Bytes of the body opened.
    public internal(set) var rawBytes = 0
    /// The status answered, or nil when no status line leaves the server.
    public internal(set) var status: Int?
    /// The fault that met it, as a word.
    public internal(set) var fault = Fault.ok.word
    /// From the end of the request to the end of the answer, in milliseconds; nil while under way.
    public internal(set) var durationMs: Double?
    /// Whether the client was gone before the answer was through.
    public internal(set) var clientLeft = false
}

/// A request that was wrong, or a contradiction between requests.
public struct Problem: Sendable, Codable, Hashable {
    /// When it was noticed, by the collector's clock.
    public let time: Date
    /// The batch, where known.
    public let batch: String?
    /// What was wrong and where.
    public let violation: Violation
}

/// Requests for the remote configuration.
public struct ConfigurationCounts: Sendable, Codable, Hashable {
    /// All of them.
    public internal(set) var requests = 0
    /// Answered 200 with the document.
    public internal(set) var sent = 0
    /// Answered 304: the client had it.
    public internal(set) var notModified = 0
    /// Answered 404: none is set.
    public internal(set) var absent = 0
}

/// One thing that just happened at the collector.
public enum CollectorChange: Sendable, Hashable {
    /// A request was read and decided.
    case request(RequestRecord)
    /// Its answer is through, or given up.
    case answered(RequestRecord)
    /// An event was stored.
    case stored(ArrivedEvent)
    /// A stored event came again.
    case duplicate(ArrivedEvent)
    /// An event was rejected.
    case rejected(ArrivedEvent)
    /// A higher number came before these; they may still come.
    case gap(install: String, SequenceRange)
    /// Something was wrong.
    case problem(Problem)
    /// The remote configuration was asked for or set.
    case configuration
    /// The fault was changed by hand or script.
    case fault(Fault)
    /// Everything was forgotten.
    case reset
    /// A request of a method or to a path that is not served, or one that followed a redirect.
    case stray(method: String, path: String)
}
