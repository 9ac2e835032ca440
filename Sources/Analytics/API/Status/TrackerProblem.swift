extension TrackerStatus {
    /// Something that is wrong now, for code that reacts to it and for people who read it.
    ///
    /// A problem is in the status for as long as it lasts; a damaged state, an unknown format and a foreign file until
    /// the process ends. The tracker retries by itself what can be retried.
    public struct Problem: Sendable, Hashable, Codable, CustomStringConvertible {
        /// What kind of problem it is. More kinds may be added in a minor release: compare with the ones you know.
        public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
            /// The kind's name, as in encoded statuses.
            public let rawValue: String

            /// A kind by its name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Another tracker, in this process or another, has the owner folder. This one takes over when it is gone.
            public static let directoryInUse = Kind(rawValue: "directoryInUse")
            /// The owner folder or its state cannot be used now; events wait in memory.
            public static let directoryUnusable = Kind(rawValue: "directoryUnusable")
            /// The owner folder was moved or replaced while in use. It stays in use until the process ends; the next
            /// launch will not find its events.
            public static let directoryMoved = Kind(rawValue: "directoryMoved")
            /// A withdrawal of consent could not be written: the next launch may find the old grant. After a denial
            /// nothing is recorded or sent until the process ends, or consent is denied again on a working disk.
            public static let withdrawalFailed = Kind(rawValue: "withdrawalFailed")
            /// Consent is denied, and files with events could be neither deleted nor emptied; nothing in them is sent.
            public static let undeletable = Kind(rawValue: "undeletable")
            /// Events on disk cannot be read now; they are kept.
            public static let unreadable = Kind(rawValue: "unreadable")
            /// The last write to disk failed; events are dropped as ``DropReason/diskFull`` until one succeeds.
            public static let diskFull = Kind(rawValue: "diskFull")
            /// The state file was damaged: install ID and consent start again, and waiting events were erased.
            public static let stateDamaged = Kind(rawValue: "stateDamaged")
            /// A segment of a format that this version does not know; left alone.
            public static let unknownFormat = Kind(rawValue: "unknownFormat")
            /// Something that is not a regular file has a segment's name; left alone.
            public static let foreignFile = Kind(rawValue: "foreignFile")
            /// The server refused a batch for good; its events are counted as ``DropReason/discarded``. Ends when
            /// another batch is accepted.
            public static let batchDiscarded = Kind(rawValue: "batchDiscarded")
        }

        /// What kind of problem it is.
        public var kind: Kind
        /// How many events or files it is about; 0 where it is not about any.
        public var count: Int
        /// The system's reason or the file's name, for people; may be empty.
        public var detail: String

        package init(_ kind: Kind, count: Int = 0, detail: String = "") {
            self.kind = kind
            self.count = count
            self.detail = detail
        }

        /// The problem for people: what is wrong, and what the tracker does about it.
        public var description: String {
            let reason = detail.isEmpty ? "" : ": \(detail)"
            return switch kind {
            case .directoryInUse: "directory in use by another tracker"
            case .directoryUnusable: "directory cannot be used now\(reason)"
            case .directoryMoved: "directory was moved or replaced; the next launch will not find its events"
            case .withdrawalFailed:
                "consent could not be withdrawn on disk\(reason); closed until the next launch"
            case .undeletable: "\(count) files not deleted after a denial\(reason); trying again"
            case .unreadable:
                "\(count) \(count == 1 ? "segment" : "segments") cannot be read now\(reason); kept for later"
            case .diskFull: "events cannot be written\(reason)"
            case .stateDamaged: "the state file is damaged\(reason); starting anew"
            case .unknownFormat: "a segment has an unknown format\(reason); left alone"
            case .foreignFile: "not a regular file\(reason); left alone"
            case .batchDiscarded: "the server refused a batch of \(count) for good\(reason)"
            default: "\(kind.rawValue)\(reason)"
            }
        }
    }
}

extension TrackerStatus.Problem {
    package static let inUse = Self(.directoryInUse)

    package static func unusable(_ detail: String) -> Self { Self(.directoryUnusable, detail: detail) }

    /// Whether the folder cannot be used at all now.
    package var isUnavailability: Bool { [.directoryInUse, .directoryUnusable].contains(kind) }

    package static func withdrawalFailed(_ detail: String) -> Self { Self(.withdrawalFailed, detail: detail) }
}
