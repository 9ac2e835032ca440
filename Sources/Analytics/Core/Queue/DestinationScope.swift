/// Whose segments a tracker sends: those of its own destination, those that it takes over, and those that name none.
package struct DestinationScope: Sendable, Hashable {
    /// The fingerprint of the tracker's own destination; empty where there is none, as in a test of the queue.
    package var own: String
    package var takenOver: Set<String>

    package init(own: String = "", takenOver: Set<String> = []) {
        self.own = own
        self.takenOver = takenOver
    }

    /// Whether events recorded for `destination` are this tracker's to send.
    func covers(_ destination: String?) -> Bool {
        guard let destination else { return true }
        return destination == own || takenOver.contains(destination)
    }
}
