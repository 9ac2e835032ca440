import class Foundation.NSLock

/// A value that only one thread touches at a time.
///
/// The one place in the package that promises the compiler what it cannot check itself. `Synchronization.Mutex`
/// would do, but needs iOS 18. Never await, call out or take another `Locked` inside `withLock`, except a leaf
/// that calls nothing in turn.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with the value while no other thread can.
    @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
