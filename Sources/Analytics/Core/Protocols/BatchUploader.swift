/// Sends one batch and says what the answer means.
///
/// Never throws: what goes wrong on the way is `retry`. Cancelling the caller's task cancels the request and
/// returns at once. Must pass the suite `BatchUploaderContract`.
package protocol BatchUploader: Sendable {
    func send(_ batch: Batch) async -> Upload
}

/// One attempt: what it meant and what it cost.
package struct Upload: Sendable, Hashable {
    package var result: UploadResult
    /// Bytes of the body before and after compression; 0 when nothing set out.
    package var rawBytes: Int
    package var sentBytes: Int
    /// What the server said about a batch that it did not accept, at most 100 characters on one line.
    package var reason: String?

    package init(_ result: UploadResult, rawBytes: Int = 0, sentBytes: Int = 0, reason: String? = nil) {
        self.result = result
        self.reason = reason
        self.rawBytes = rawBytes
        self.sentBytes = sentBytes
    }
}

/// What an answer means for the batch.
package enum UploadResult: Sendable, Hashable {
    /// Stored by the server, except the events that it named.
    case accepted(rejected: [Rejection])
    /// Not now: try again after a backoff, and not before `after` when the server gave a time.
    case retry(after: Duration?, cause: FailureCause)
    /// Never: the batch itself is refused.
    case discard(status: Int)
    /// The key or the address is wrong; the batch is as good as before.
    case refused(status: Int)
    /// The network may not be used for this at present; nothing has failed.
    case held(DeviceConditions.Network)
    /// The caller cancelled it; whether the server has it is unknown.
    case cancelled
}

/// One event of a batch that the server did not take.
package struct Rejection: Sendable, Hashable {
    package var index: Int
    package var reason: String

    package init(index: Int, reason: String) {
        self.index = index
        self.reason = reason
    }
}
