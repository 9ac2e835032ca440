import AnalyticsCursesTerminal
import AnalyticsDashboardCore
import Foundation

/// One sentence a change, on standard output, and commands from standard input, a line each: for screen readers and
/// logs.
///
/// The end of its input ends it, once all that was started has ended; while the autopilot drives, a signal does.
@MainActor
enum PlainFace {
    static func run(_ arguments: Arguments) async throws {
        let wiring = try Wiring(arguments)
        let ending = Ending()
        let output = LineOutput { ending.fail($0) }
        let speaker = Speaker(
            report: PlainReport(isASCII: arguments.forcesASCII || !TerminalSession.speaksUTF8), output)
        let host = DashboardHost(
            stage: try wiring.makeStage(for: nil, seed: arguments.seed), isReadOnly: arguments.isReadOnly,
            hasKeys: false,
            autopilot: Wiring.autopilot,
            save: SnapshotFace.save, keep: RecordingFile.keep
        ) { request in
            if request == .quit { ending.finish() }
            speaker.speak()
        }
        speaker.host = host
        if let why = host.stage.misconfiguration { throw Arguments.Mistake(text: why) }
        output.write([
            arguments.isReadOnly
                ? "Analytics dashboard, read-only. The word help says what can be asked."
                : "Analytics dashboard. Nothing is recorded without a yes: say consent grant. The word help says more."
        ])
        if arguments.startsAutopilot { host.startShow() }
        let following = Task { await host.follow() }
        let listening = Task {
            for await line in InputLines.standardInput() {
                let command = line.isCut ? PlainCommand.wrong(InputLines.tooLong) : PlainCommand(line.text)
                if obey(command, host, output) { return ending.finish() }
                // In order, as far as one can wait: a server that hangs must not make the commands hang.
                await host.rest(atMost: .seconds(2))
            }
            await host.rest(atMost: .seconds(40))
            if !host.isAutopilotOn { ending.finish() }
        }
        let cause = await ending.wait()
        if case .failed = cause {} else { TerminalSession.exitAtLatest(status: cause.status) }
        listening.cancel()
        following.cancel()
        host.close()
        output.write([PlainReport.end(of: host.model)])
        wiring.stop()
        wiring.cleanUp()
        try cause.check()
        exit(cause.status)
    }

    /// True when it was told to end.
    private static func obey(_ command: PlainCommand, _ host: DashboardHost, _ output: LineOutput) -> Bool {
        switch command {
        case .deed(let deed): host.perform(deed)
        case .say(let text): host.say(text)
        case .audit: host.press(.audit)
        case .snapshot: host.press(.snapshot)
        case .autopilot: host.press(.autopilot)
        case .state: host.say(PlainReport.state(of: host.model))
        case .help: output.write(PlainCommand.manual)
        case .wrong(let text): host.say(text)
        case .nothing: break
        case .quit: return true
        }
        return false
    }

    /// Says what is new in the host's model.
    @MainActor
    private final class Speaker {
        weak var host: DashboardHost?
        private var report: PlainReport
        private let output: LineOutput

        init(report: PlainReport, _ output: LineOutput) {
            self.report = report
            self.output = output
        }

        func speak() {
            guard let host else { return }
            output.write(report.sentences(for: host.model))
        }
    }
}
