/// The part of the ledger that the queue may write: it moves events that it holds, and enters events that it finds.
package protocol Bookkeeping: Sendable {
    /// Moves `count` events between two accounts, at one instant.
    func move(_ count: Int, from source: Ledger.Account, to target: Ledger.Account)
    /// Enters `count` events that a previous run left on disk.
    func recover(_ count: Int, into account: Ledger.Account)
}

extension Bookkeeping {
    /// Moves events out of an account, or enters events that were in none.
    func move(_ count: Int, from source: Ledger.Account?, to target: Ledger.Account) {
        if let source { move(count, from: source, to: target) } else { recover(count, into: target) }
    }
}
