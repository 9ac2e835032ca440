import struct Foundation.Data
import class Foundation.JSONDecoder

/// One segment's events, ready to be sent.
struct SegmentContents {
    /// The events, JSON objects separated by commas.
    private(set) var events: [UInt8] = []
    /// Lines that are events.
    private(set) var good = 0
    /// Lines that are not.
    private(set) var bad = 0

    /// The events of a file that is what this process wrote, so that no line needs to be read.
    init(unchanged lines: SegmentLines) {
        good = lines.count
        events = Array(lines.events.dropLast())
        // No JSON that we write holds a line end, so each is the end of an event.
        for index in events.indices where events[index] == 0x0A { events[index] = UInt8(ascii: ",") }
    }

    /// Reads every line and keeps those that are events; the neighbours of a corrupt one survive.
    init(checking lines: SegmentLines) {
        for line in lines.events.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            guard Self.isEvent(line) else {
                bad += 1
                continue
            }
            if good > 0 { events.append(UInt8(ascii: ",")) }
            events += line
            good += 1
        }
    }

    /// Whether a server can read the line, and finds something shaped like an event of any version.
    private static func isEvent(_ line: ArraySlice<UInt8>) -> Bool {
        StrictJSON.isObject(line) && (try? JSONDecoder().decode(EventShape.self, from: Data(line))) != nil
    }

    private struct EventShape: Decodable {
        var id: String
        var name: String
        var schema: Int
        var time: String
        var seq: Int
        var session: String
        var sampleRate: Double
    }
}
