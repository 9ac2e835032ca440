import Foundation

/// This process's memory in kilobytes; nil where the system does not tell it this way.
enum Memory {
    static var now: Double? { field("VmRSS") }
    static var peak: Double? { field("VmHWM") }

    /// Forgets the peak; where that is not allowed, the peak so far stays in the figure, which can only make it worse.
    static func forgetPeak() {
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    private static func field(_ name: String) -> Double? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) }
    }
}
