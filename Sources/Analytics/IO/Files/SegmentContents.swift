import struct Foundation.Data
import class Foundation.JSONDecoder

/// One segment's header and lines, ready to be sent, in bounded memory whatever the file holds.
struct SegmentContents {
    /// Far more than a segment of ours can have; what a foreign file holds beyond is not sent.
    private static let mostBytes = 1_024 * 1_024

    private(set) var header: SegmentHeader?
    /// The lines, separated by commas.
    private(set) var events: [UInt8] = []
    private(set) var good = 0
    private(set) var bad = 0
    private(set) var checksum = Checksum()
    /// Where each good line ends in `events`.
    private var ends: [Int] = []

    init(files: any FileOperations, path: String) throws(FileFault) {
        var reader = try LineReader(files: files, path: path)
        if case .whole(let line) = try reader.next(), case .header(let header) = SegmentHeader.read(line) {
            self.header = header
        }
        while let line = try reader.next() {
            switch line {
            case .whole(let bytes) where events.count + bytes.count <= Self.mostBytes: add(bytes)
            case .whole, .tooLong: bad += 1
            case .torn: break
            }
        }
        if header == nil {
            bad += good
            good = 0
        }
    }

    private mutating func add(_ line: [UInt8]) {
        if good > 0 { events.append(UInt8(ascii: ",")) }
        events += line
        ends.append(events.count)
        good += 1
        checksum.add(line[...])
        checksum.add([0x0A])
    }

    /// Checks every line and keeps those that are events; its neighbours survive a corrupt one.
    mutating func keepDecodableLines() {
        let lines = split()
        events = []
        ends = []
        good = 0
        for line in lines {
            if Self.isEvent(line) { add(Array(line)) } else { bad += 1 }
        }
    }

    /// Whether a server can read the line, and what it finds is shaped like an event of any version.
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

    /// The lines again; a comma does not tell them apart, their ends do.
    private func split() -> [ArraySlice<UInt8>] {
        var start = 0
        return ends.map { end in
            defer { start = end + 1 }
            return events[start..<end]
        }
    }
}
