import Foundation

/// A value behind one lock, with a condition to wait on: the only unchecked Sendable of this target.
final class Locked<Value>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
    }

    /// Reads or changes the value; wakes nobody.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body(&value)
    }

    /// Changes the value and wakes all that wait. Apart from `withLock`, so that two waiters
    /// who only look do not keep waking each other.
    func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&value)
    }

    /// Waits until the test holds; false when the deadline came first.
    func wait(until deadline: Date, where test: (Value) -> Bool) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !test(value) {
            if !condition.wait(until: deadline) { return test(value) }
        }
        return true
    }
}

extension Duration {
    /// The length in seconds, as Foundation counts them.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
