import struct Foundation.Date

/// Keeps the newest entries of what happened, when the host asked for it; costs one comparison when off.
package final class Journal: Sendable {
    private struct State {
        var entries: [JournalEntry] = []
        var oldest = 0
        var nextID = 1
    }

    private let capacity: Int
    private let clock: any WorldClock
    private let state = Locked(State())

    /// A journal of the newest `capacity` entries; 0 switches it off.
    package init(capacity: Int, clock: any WorldClock) {
        self.capacity = capacity
        self.clock = clock
    }

    /// Whether entries are kept at all; ask before building an expensive one.
    package var isOn: Bool { capacity > 0 }

    /// Adds the entry that `make` builds for the present time; does not call it when the journal is off.
    package func record(_ make: (Date) -> JournalEntry) {
        guard isOn else { return }
        var entry = make(clock.now().wall.date)
        state.withLock { state in
            entry.id = state.nextID
            state.nextID += 1
            if state.entries.count < capacity {
                state.entries.append(entry)
            } else {
                state.entries[state.oldest] = entry
                state.oldest = (state.oldest + 1) % capacity
            }
        }
    }

    /// The entries numbered above `id`, oldest first; those that were pushed out are gone.
    package func entries(after id: Int) -> [JournalEntry] {
        state.withLock { state in
            let inOrder = state.entries[state.oldest...] + state.entries[..<state.oldest]
            return Array(inOrder.drop { $0.id <= id })
        }
    }
}
