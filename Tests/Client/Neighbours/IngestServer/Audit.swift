/// A host's own type of an everyday name.
public enum Audit: Sendable { case yearly, monthly }
