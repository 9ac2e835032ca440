/// Asks the server for the remote configuration.
///
/// Never throws. Cancelling the caller's task cancels the request and returns at once.
package protocol ConfigurationFetcher: Sendable {
    /// `tag` is what the server gave for the document that is in force.
    func fetch(tag: String?) async -> ConfigurationAnswer
}

/// What came of asking.
package enum ConfigurationAnswer: Sendable, Hashable {
    /// A document, whole and usable.
    case document(DurableRemote)
    /// What is in force still is.
    case notModified
    /// There is an answer, and it cannot be used: why.
    case broken(String)
    /// No answer that means anything.
    case failed(FailureCause)
    /// Consent went, or the tracker did.
    case cancelled
}
