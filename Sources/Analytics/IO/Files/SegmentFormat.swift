import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

/// A segment file, format 1.
///
///     00000041.jsonl
///     +--------------------------------------------------------------+
///     | {"format":1,"batch":"...","grant":"...","install":"...",     |  header, one line
///     |  "destination":"...","created":1786528800000,                |
///     |  "firstSequence":1042,"context":{}}\n                        |
///     +--------------------------------------------------------------+
///     | {"id":"...","name":"...", ... ,"seq":1042, ... }\n           |  one event a line,
///     | {"id":"...","name":"...", ... ,"seq":1043, ... }\n           |  only ever appended
///     +--------------------------------------------------------------+
///
/// The name is the segment's number: it goes up with every segment, is never used twice, and alone gives the
/// order. There is no trailer, since a crash would leave it out; a last line without its line end is torn.
/// Not guaranteed: that the last lines survive a power cut (nothing is synchronized for each event).
struct SegmentHeader: Codable, Sendable, Hashable {
    static let currentFormat = 1

    var format = SegmentHeader.currentFormat
    var batch: String
    var grant: String
    var install: String
    /// Where the events may be sent, as a fingerprint; nil in a segment of an early version, which belongs to the
    /// tracker that opens it.
    var destination: String?
    var created: Timestamp
    var firstSequence: Int
    var context: RecordingContext
    /// Set when the events were sent and the file could not be deleted: its lines are not read again. Its
    /// `firstSequence` is then the next free sequence number.
    var isSpent: Bool?

    /// The header as its line, line end included.
    func line() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [0x0A]
    }

    /// What the first line of a file says.
    static func read(_ line: some Sequence<UInt8>) -> Reading {
        let data = Data(line)
        let decoder = JSONDecoder()
        // The usual case first and alone: at launch every leftover's header is read.
        if let header = try? decoder.decode(SegmentHeader.self, from: data) {
            return header.format == currentFormat ? .header(header) : .unknownFormat(header.format)
        }
        guard let version = try? decoder.decode(Version.self, from: data), version.format != currentFormat
        else {
            return .undecodable
        }
        return .unknownFormat(version.format)
    }

    enum Reading {
        case header(SegmentHeader)
        case unknownFormat(Int)
        case undecodable
    }

    private struct Version: Decodable { var format: Int }
}

/// What is known of the host when an event is recorded; sent as recorded, whatever the app is updated to.
package struct RecordingContext: Codable, Sendable, Hashable {
    package var app: String
    package var os: String
    package var device: String
    package var locale: String
    package var sdk: String

    package init(app: String, os: String, device: String, locale: String, sdk: String) {
        self.app = app
        self.os = os
        self.device = device
        self.locale = locale
        self.sdk = sdk
    }
}

/// File names of segments.
enum SegmentName {
    static func name(of number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".jsonl"
    }

    /// The number in a segment's name; nil for any other file, also for one that numbers itself beyond reason.
    static func number(in name: String) -> Int? {
        guard name.hasSuffix(".jsonl") else { return nil }
        let digits = name.dropLast(6)
        guard (8...15).contains(digits.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }
}
