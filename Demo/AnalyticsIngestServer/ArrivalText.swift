import Foundation

/// What arrives at a collector, in lines for a person at a terminal or a log.
///
/// No byte of a request can steer the terminal: controls and marks of direction are written as `\u{1B}`, and a line
/// has at most 1,000 characters.
public enum ArrivalText {
    /// One line for what just happened; nil for what is no arrival, such as a fault chosen by hand.
    public static func line(_ change: CollectorChange, at time: Date) -> String? {
        guard let (kind, words) = parts(of: change) else { return nil }
        let column = kind.padding(toLength: max(10, kind.count + 1), withPad: " ", startingAt: 0)
        return safe("\(clock(time)) \(column)\(words)")
    }

    /// Everything that came, in one sentence.
    public static func summary(_ snapshot: CollectorSnapshot, after length: Duration) -> String {
        let statuses =
            snapshot.requestsByStatus.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            + (snapshot.unanswered > 0 ? ["unanswered: \(snapshot.unanswered)"] : [])
        let requests =
            "\(snapshot.requests) requests"
            + (statuses.isEmpty ? "" : " (\(statuses.joined(separator: ", ")))")
        let names = snapshot.names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let events = names.isEmpty ? "" : ": " + names.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return safe(
            "\(requests), \(snapshot.duplicates) duplicates, \(snapshot.missing) missing, "
                + "\(snapshot.rejected) rejected, \(snapshot.badRequests + snapshot.malformed) bad, "
                + "in \(Int(length.seconds)) s; \(snapshot.unique) unique events\(events)")
    }

    private static func parts(of change: CollectorChange) -> (kind: String, words: String)? {
        switch change {
        case .request(let record): ("request", request(record))
        case .answered(let record):
            record.clientLeft
                ? ("left", "request \(record.number): the client did not wait for the answer") : nil
        case .stored(let event): ("event", label(event) + properties(event))
        case .duplicate(let event): ("duplicate", label(event))
        case .rejected(let event): ("rejected", label(event))
        case .gap(let install, let range):
            ("gap", "install \(short(install)): \(numbers(range)) not there when the next one came")
        case .problem(let problem):
            ("bad", "\(problem.violation.path) \(problem.violation.reason)")
        case .configuration: ("config", "the remote configuration was asked for")
        case .stray(let method, let path): ("stray", "\(method) \(path) is not served; \(served)")
        case .fault, .reset: nil
        }
    }

    private static let served =
        "batches are posted to \(Collector.eventsPath), the configuration is read from \(Collector.configurationPath)"

    private static func request(_ record: RequestRecord) -> String {
        let answer = record.status.map { "answered \($0)" } ?? "not answered"
        let fault = record.fault == Fault.ok.word ? "" : " (fault \(record.fault))"
        let bytes = "\(record.bytes) B, opened \(record.rawBytes) B"
        guard let batch = record.batch, let install = record.install else {
            return "\(record.number): unreadable, \(bytes), \(answer)\(fault)"
        }
        let skew = record.skewMs.map { ", clock skew \($0 < 0 ? "" : "+")\($0) ms" } ?? ""
        let events = record.events == 1 ? "1 event" : "\(record.events) events"
        return "\(record.number): \(events), batch \(short(batch)), install \(short(install)), "
            + "\(bytes)\(skew), \(answer)\(fault)"
    }

    private static func label(_ event: ArrivedEvent) -> String {
        "\(event.name) schema \(event.schema) seq \(event.seq) install \(short(event.install))"
            + (event.sampleRate < 1 ? " rate \(event.sampleRate)" : "")
    }

    private static func properties(_ event: ArrivedEvent) -> String {
        event.props.sorted { $0.key < $1.key }.map { " \($0.key)=\(shown($0.value))" }.joined()
    }

    private static func shown(_ value: ArrivedValue) -> String {
        switch value {
        case .string(let text): "\"\(text.count > 60 ? text.prefix(57) + "..." : text[...])\""
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        }
    }

    private static func numbers(_ range: SequenceRange) -> String {
        range.count == 1 ? "number \(range.first) was" : "numbers \(range.first) to \(range.last) were"
    }

    private static func short(_ identifier: String) -> String {
        identifier.count > 8 ? "\(identifier.prefix(6)).." : identifier
    }

    private static func clock(_ time: Date) -> String {
        let milliseconds = Int((time.timeIntervalSince1970 * 1_000).rounded(.down))
        func digits(_ value: Int, _ width: Int) -> String {
            let text = "\(value)"
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let second = milliseconds / 1_000
        return "\(digits(second / 3_600 % 24, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
            + ".\(digits(milliseconds % 1_000, 3))"
    }

    private static func safe(_ line: String) -> String {
        var shown = ""
        for scalar in line.unicodeScalars.prefix(1_000) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                // Emoji families are joined by this one.
                if scalar.value == 0x200D {
                    shown.unicodeScalars.append(scalar)
                } else {
                    shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                }
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return line.unicodeScalars.count > 1_000 ? shown + "..." : shown
    }
}
