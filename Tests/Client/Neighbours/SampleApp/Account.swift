/// A host's own type of an everyday name.
public enum Account: Sendable { case checking, savings }
