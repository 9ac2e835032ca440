/// A host's own type of an everyday name.
public enum Request: Sendable { case open, closed }
