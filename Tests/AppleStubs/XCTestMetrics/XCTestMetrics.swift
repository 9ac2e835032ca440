import XCTest

// What the launch test names of XCTest on Apple and XCTest on Linux lacks.

/// A measure.
public protocol XCTMetric {}

/// Elapsed time.
public final class XCTClockMetric: XCTMetric {
    /// A measure of elapsed time.
    public init() {}
}

/// Memory in use.
public final class XCTMemoryMetric: XCTMetric {
    /// A measure of memory in use.
    public init() {}
}

extension XCTestCase {
    /// Runs the block several times and records each measure.
    public func measure(metrics: [any XCTMetric], block: () -> Void) {}
}
