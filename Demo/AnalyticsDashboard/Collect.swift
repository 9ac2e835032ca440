import AnalyticsCursesTerminal
import AnalyticsDashboardCore
import AnalyticsIngestServer
import Foundation

/// The collector alone, for a real app on the same machine: one line for each arrival, until a signal ends it.
@MainActor
enum Collect {
    static func run(_ arguments: Arguments) async throws {
        let collector = Collector(writeKey: arguments.writeKey, writeKeyHeader: arguments.writeKeyHeader)
        let server = IngestServer(collector: collector, port: arguments.port)
        let ending = Ending()
        let output = LineOutput { ending.fail($0) }
        server.fault = arguments.fault
        // Before the address is known to anybody: no arrival may go untold.
        collector.onChange { changes in
            let now = Date()
            output.write(changes.compactMap { ArrivalText.line($0, at: now) })
        }
        let began = ContinuousClock.now
        let address = try start(server, arguments)
        var greeting =
            "Collecting at \(address.absoluteString) (batches go to \(Collector.eventsPath)); Ctrl-C ends it."
        if arguments.fault != .ok {
            greeting += " Fault \(arguments.fault.word): \(arguments.fault.summary)."
        }
        output.write([PrintedText.safe(greeting)])
        let cause = await ending.wait()
        // A signal is how this one is meant to end.
        if case .signal = cause { TerminalSession.exitAtLatest(status: 0) }
        // First the server: what it has just answered still has its line to come.
        server.stop()
        collector.onChange(nil)
        output.write([ArrivalText.summary(collector.snapshot, after: ContinuousClock.now - began)])
        try cause.check()
    }

    private static func start(_ server: IngestServer, _ arguments: Arguments) throws -> URL {
        do {
            return try server.start()
        } catch {
            throw Arguments.Mistake(text: "cannot listen on 127.0.0.1, port \(arguments.port): \(error)")
        }
    }
}
