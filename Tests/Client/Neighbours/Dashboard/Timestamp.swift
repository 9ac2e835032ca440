/// A host's own type of an everyday name.
public enum Timestamp: Sendable { case now, later }
