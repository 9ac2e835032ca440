/// The part of the books that the queue may write: it moves what it holds, and enters what it finds.
package protocol Bookkeeping: Sendable {
    /// Moves `count` events between two accounts, at one instant.
    func move(_ count: Int, from source: Ledger.Account, to target: Ledger.Account)
    /// Enters `count` events that an earlier life left on disk.
    func recover(_ count: Int, into account: Ledger.Account)
}
