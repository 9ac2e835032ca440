import Foundation
import Testing

/// What the process holds in memory now.
enum ResidentMemory {
    static func bytes() throws -> Int {
        #if os(Linux)
            let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return try #require(fields.dropFirst().first.flatMap { Int($0) }) * 4_096
        #else
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return Int(usage.ru_maxrss)
        #endif
    }
}
