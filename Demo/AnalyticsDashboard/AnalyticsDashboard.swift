import AnalyticsCursesTerminal
import AnalyticsDashboardCore
import Foundation

/// Arguments and wiring: the collector, the host and the terminal.
@main
@MainActor
struct AnalyticsDashboard {
    private static var status: Int32 = 0

    static func main() async {
        do {
            let words = Array(CommandLine.arguments.dropFirst())
            if words.contains("--help") || words.contains("-h") {
                return try StandardOutput.say(Arguments.usage)
            }
            if words.first == "play" { exit(try await PlayCommand.run(Array(words.dropFirst()))) }
            let arguments = try Arguments(words, environment: ProcessInfo.processInfo.environment)
            switch arguments.face {
            case .collect: try await Collect.run(arguments)
            case .snapshot: try await SnapshotFace.run(arguments)
            case .plain:
                try arguments.directory.map(QueueFolder.check)
                try await PlainFace.run(arguments)
            case .screen:
                // Before the screen opens: what is wrong with a file or folder must be readable.
                try arguments.directory.map(QueueFolder.check)
                let scenario = try arguments.play.map(PlayCommand.read)
                let session = try TerminalSession.open(
                    TerminalOptions(forceASCII: arguments.forcesASCII, noColor: arguments.usesNoColor))
                try await run(arguments, playing: scenario, in: session)
            }
            exit(status)
        } catch {
            fail(Self.words(for: error))
        }
    }

    /// An error as a sentence: what has none of its own has one from the system.
    nonisolated static func words(for error: any Error) -> String {
        switch error {
        case let mistake as Arguments.Mistake: mistake.text
        case TerminalError.notATerminal:
            "\(TerminalError.notATerminal); without one use --plain, snapshot, collect or play"
        case let error as CocoaError: error.localizedDescription
        case let described as any Error & CustomStringConvertible where !(type(of: error) is NSError.Type):
            described.description
        default: error.localizedDescription
        }
    }

    private static func run(
        _ arguments: Arguments, playing scenario: Scenario?, in session: TerminalSession
    ) async throws {
        defer { session.close() }
        let wiring = try Wiring(arguments)
        let host = DashboardHost(
            stage: try wiring.makeStage(for: scenario, seed: arguments.seed),
            isReadOnly: arguments.isReadOnly,
            autopilot: Wiring.autopilot, save: SnapshotFace.save, keep: RecordingFile.keep
        ) { request in
            switch request {
            case .draw: session.setNeedsFrame()
            case .redraw: session.redraw()
            case .suspend: session.suspend()
            case .quit: quit(session)
            }
        }
        host.resized(to: session.size)
        if let why = host.stage.misconfiguration { throw Arguments.Mistake(text: why) }
        session.start(
            render: { size, capabilities in Screen.draw(host.model, size: size, capabilities: capabilities) },
            onEvent: { event in
                switch event {
                case .key(let key): host.press(key)
                case .resized(let size): host.resized(to: size)
                case .willSuspend: host.suspended()
                case .resumed: host.resumed()
                // As a shell counts: whoever started this must see that it was ended.
                case .terminate(let signal): quit(session, status: 128 + signal)
                case .inputClosed: quit(session, status: 128 + SIGHUP)
                }
            })
        if arguments.startsAutopilot { host.startShow() }
        let following = Task { await host.follow() }
        if let scenario { host.play(scenario, pace: arguments.pace ?? 1) }
        await session.waitUntilClosed()
        following.cancel()
        wiring.stop()
        guard arguments.directory == nil else { return }
        host.close()
        wiring.cleanUp()
    }

    private static func quit(_ session: TerminalSession, status: Int32 = 0) {
        Self.status = status
        TerminalSession.exitAtLatest(status: status)
        session.close()
    }

    private static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data("analytics-dashboard: \(PrintedText.safe(text))\n".utf8))
        exit(2)
    }
}
