#if canImport(os)
    import os
#endif

/// Marks intervals for Instruments, in the subsystem `analytics`; nothing where there is no Instruments.
///
/// While no tool records, an interval costs the one question whether a tool does.
enum Signposts {
    #if canImport(os)
        private static let signposter = OSSignposter(subsystem: "analytics", category: "tracker")
    #endif

    /// Marks the time that `body` takes.
    @inline(__always)
    static func interval<Result>(_ name: StaticString, _ body: () -> Result) -> Result {
        #if canImport(os)
            guard signposter.isEnabled else { return body() }
            let interval = signposter.beginInterval(name, id: signposter.makeSignpostID())
            defer { signposter.endInterval(name, interval) }
        #endif
        return body()
    }

    /// Marks the time that `body` takes, waiting included; intervals of one name may overlap.
    static func interval<Result: Sendable>(
        _ name: StaticString, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Result
    ) async -> Result {
        #if canImport(os)
            guard signposter.isEnabled else { return await body() }
            let interval = signposter.beginInterval(name, id: signposter.makeSignpostID())
            defer { signposter.endInterval(name, interval) }
        #endif
        return await body()
    }
}
