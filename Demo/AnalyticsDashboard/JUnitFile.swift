import AnalyticsDashboardCore
import Foundation

/// The report for CI: from the start it says that the run is not over, so that no earlier report survives a run that
/// ends early.
struct JUnitFile {
    private let path: String

    /// Begins the report that a command line asks for; nil when it asks for none.
    ///
    /// It is looked for before anything else is read: a mistake in another argument must not leave the old report.
    init?(for words: [String]) throws {
        let words = Arguments.split(words)
        guard let option = words.lastIndex(of: "--junit"), words.indices.contains(option + 1) else {
            return nil
        }
        path = words[option + 1]
        guard !path.isEmpty, !path.hasPrefix("--") else { return nil }
        // A pipe keeps no earlier report, and its reader expects one.
        if isReplaceable {
            try write(ScenarioReport.junit(error: "play has not ended: nothing is known yet"))
        }
    }

    /// The run has ended before its end, and why.
    func fail(_ why: String) throws { try write(ScenarioReport.junit(error: why)) }

    /// The run has ended.
    func finish(_ reports: [ScenarioReport]) throws { try write(ScenarioReport.junit(reports)) }

    private func write(_ text: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            // Better no report than one of another run.
            if isReplaceable { try? FileManager.default.removeItem(atPath: path) }
            throw Arguments.Mistake(text: "\(path) cannot be written")
        }
    }

    /// Whether it is a file, or nothing yet.
    private var isReplaceable: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes.map { $0[.type] as? FileAttributeType == .typeRegular } ?? true
    }
}
