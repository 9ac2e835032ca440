import AnalyticsDashboardCore
import Foundation

/// Standard input, line by line, read on a separate thread: a read that waits must hold up nothing.
enum InputLines {
    /// What is said of a line that is longer than any command.
    static let tooLong = "A line was longer than \(LineSplitter.limit) bytes; nothing was done."

    /// The lines up to the end of the input. Read no faster than they are taken, so that memory stays bounded.
    static func standardInput() -> AsyncStream<LineSplitter.Line> {
        // One that is made with room must have all of it back before it is freed.
        let room = DispatchSemaphore(value: 0)
        for _ in 0..<64 { room.signal() }
        let (lines, bell) = AsyncStream<LineSplitter.Line>.makeStream()
        let thread = Thread {
            var splitter = LineSplitter()
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                for line in splitter.feed(buffer[..<count]) {
                    room.wait()
                    bell.yield(line)
                }
            }
            if let last = splitter.end() { bell.yield(last) }
            bell.finish()
        }
        thread.name = "standard input"
        thread.start()
        return AsyncStream {
            var iterator = lines.makeAsyncIterator()
            let line = await iterator.next()
            room.signal()
            return line
        }
    }
}
