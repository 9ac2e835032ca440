/// Reports as CI reads them.
extension ScenarioReport {
    /// Every report as one JUnit document: a suite for each scenario, a case for each expectation. A scenario that
    /// expects nothing is one case by itself, which passes when every step could be played: a suite without a case
    /// looks to CI as if it had not run.
    ///
    /// No case has a time. Runs are to be the same to the byte, which real time would not be; the scenario's own time
    /// would make a week without a network look like the slowest test of the year.
    public static func junit(_ reports: [ScenarioReport]) -> String {
        let suites = reports.map { report in
            let cases =
                report.cases.isEmpty
                ? [testCase(report, "every step", failure: nil)]
                : report.cases.map { testCase(report, "line \($0.line): \($0.text)", failure: $0.failure) }
            let counts = #"tests="\#(cases.count)" failures="\#(report.failures)""#
            let head = #"  <testsuite name="\#(escape(report.file))" \#(counts)>"#
            return ([head] + cases + ["  </testsuite>"]).joined(separator: "\n")
        }
        return document(suites)
    }

    /// A run that played nothing, or is not over, as a document with one error: CI must not find the report of an
    /// earlier run in its place.
    public static func junit(error: String) -> String {
        let error = #"<error message="\#(escape(error))"/>"#
        return document([
            #"  <testsuite name="play" tests="1" failures="0" errors="1">"#,
            #"    <testcase classname="play" name="every file">\#(error)</testcase>"#,
            "  </testsuite>",
        ])
    }

    private static func document(_ suites: [String]) -> String {
        (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"] + suites + ["</testsuites>", ""])
            .joined(separator: "\n")
    }

    private static func testCase(_ report: ScenarioReport, _ name: String, failure: String?) -> String {
        let head = #"<testcase classname="\#(escape(report.file))" name="\#(escape(name))""#
        guard let failure else { return "    \(head)/>" }
        return "    \(head)><failure message=\"\(escape(failure))\"/></testcase>"
    }

    /// Text that can stand in an attribute; what XML cannot carry at all is shown as U+FFFD.
    private static func escape(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
