#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// One segment file in memory, taken apart at its line ends (byte 0x0A, nothing else).
///
/// A segment of ours has 256 KB and one take; a larger file than `largest` is damaged or foreign, and is never read.
struct SegmentLines {
    static let largest = 1_024 * 1_024
    /// More events than a segment of ours can have, whatever the configuration: see `FlushRules.count`.
    static let mostEvents = 500

    let bytes: [UInt8]
    /// The header's reading; undecodable when there is no whole first line.
    let header: SegmentHeader.Reading
    /// Where the event lines begin: behind the header's line end.
    let start: Int
    /// Where the last whole line ends, line end included.
    let end: Int
    /// Event lines that have their line end.
    let count: Int
    /// Whether bytes without a line end follow the last whole line.
    var isTorn: Bool { end < bytes.count }

    /// Nil for a file that is too large to be a segment.
    static func read(_ name: String, in folder: Int32, files: any FileOperations) throws(FileFault)
        -> SegmentLines?
    {
        let file = try files.open(name, in: folder, for: .reading)
        defer { files.close(file) }
        guard try files.info(file).size <= largest else { return nil }
        let bytes = try files.readAll(file, upTo: largest + 1)
        return bytes.count <= largest ? SegmentLines(bytes) : nil
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let first = bytes.firstIndex(of: 0x0A)
        start = first.map { $0 + 1 } ?? 0
        header = first.map { SegmentHeader.read(bytes[..<$0]) } ?? .undecodable
        (count, end) = Self.lineEnds(in: bytes, from: start)
    }

    /// How many lines end behind `start`, and where the last of them does.
    private static func lineEnds(in bytes: [UInt8], from start: Int) -> (count: Int, end: Int) {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return (0, start) }
            var (count, end) = (0, start)
            while end < buffer.count, let found = memchr(base + end, 0x0A, buffer.count - end) {
                count += 1
                end = UnsafeRawPointer(found) - base + 1
            }
            return (count, end)
        }
    }

    /// The whole event lines, with their line ends.
    var events: ArraySlice<UInt8> { bytes[start..<end] }

    /// The newest line that is an event, and how many lines follow it; of the newest few lines, whatever a file holds.
    func lastEvent() -> (event: LastEvent, linesAfter: Int)? {
        var end = end
        for linesAfter in 0..<min(count, 16) {
            let lines = bytes[start..<end - 1]
            let begin = lines.lastIndex(of: 0x0A).map { $0 + 1 } ?? start
            if let event = LastEvent(line: lines[begin...]) { return (event, linesAfter) }
            end = begin
        }
        return nil
    }
}
