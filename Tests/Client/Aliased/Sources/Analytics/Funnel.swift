/// The host's own module of the SDK's name: a type that its teams use already.
public enum Funnel: String, Sendable { case checkout, onboarding }
