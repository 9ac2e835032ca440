/// A host's own type of an everyday name.
public enum NetworkCondition: Sendable { case good, bad }
