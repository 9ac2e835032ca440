/// All that most code ever needs: hosts make one `AnalyticsTracker` at launch and pass it on as `any Tracker`; their
/// tests pass a fake.
public protocol Tracker: Sendable {
    /// Records an event, if the user has consented; returns at once.
    ///
    /// Never blocks, never throws, from any thread. The event's time is the time of the call; its properties are
    /// read later, on another thread. Under a flood the oldest events in memory are evicted, counted `bufferFull`.
    func track(_ event: some AnalyticsEvent)
    /// Applies the user's consent, at once.
    ///
    /// `granted` records from now on. `unknown` stops recording and sending and erases nothing. `denied` also cancels
    /// the request in flight, signs the user out, and erases everything that was recorded, with the install ID. The
    /// files are erased in the background, and what cannot be erased is retried; no event tracked before is sent any
    /// more.
    func setConsent(_ consent: Consent)
    /// Sends all that waits; returns when this attempt has ended, at once when a gate is closed.
    ///
    /// A backoff is respected. While recording is switched off remotely, a request for the remote configuration that is
    /// in progress is awaited first. Cancelling the caller's task stops the waiting and not the send.
    @discardableResult func flush() async -> FlushOutcome
}
