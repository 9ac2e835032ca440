/// All that most code ever needs: hosts make one `AnalyticsTracker` at launch and pass it on as `any Tracker`; their
/// tests pass a fake.
public protocol Tracker: Sendable {
    /// Records an event, if the user has consented; returns at once.
    ///
    /// Never blocks, never throws, from any thread. The event's time is the time of the call; its properties are
    /// read later, on another thread. Under a flood the oldest events in memory go, counted `bufferFull`.
    func track(_ event: some AnalyticsEvent)
    /// Applies what the user said, at once.
    ///
    /// `granted` records from now on. `unknown` stops recording and sending and erases nothing. `denied` also
    /// cancels the send in flight and erases all that was recorded, with the install ID, and signs the user out;
    /// erasing happens in the background, and no event tracked before is sent any more.
    func setConsent(_ consent: Consent)
    /// Sends all that waits; returns when this attempt has ended, at once when a gate is closed.
    ///
    /// A backoff is respected. Cancelling the caller's task stops the waiting and not the send.
    @discardableResult func flush() async -> FlushOutcome
}
