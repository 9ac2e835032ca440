/// A host's own type of an everyday name.
public enum Conditions: Sendable { case dry, wet }
