/// The segment that grows: one write for the lines of a take, cut back to whole lines when it fails.
struct SegmentWriter: Sendable {
    /// How far a write came.
    struct Written: Sendable {
        /// Lines that are whole on disk.
        var count: Int
        /// Why not all of them are.
        var fault: FileFault?
        /// Half a line could not be cut back: nothing may be written behind it.
        var isTorn = false
    }

    let number: Int
    private let files: any FileOperations
    private let file: Int32
    /// Where the last whole line ends.
    private(set) var size: Int
    private(set) var events = 0
    /// Over all event lines, so that an unchanged segment need not be parsed before it is sent.
    private(set) var checksum = Checksum()

    /// Creates the file and writes its header; what is left of a file whose header cannot be written is deleted.
    init(number: Int, header: [UInt8], in folder: Int32, files: any FileOperations) throws(FileFault) {
        self.number = number
        self.files = files
        let name = SegmentName.name(of: number)
        file = try files.open(name, in: folder, for: .appendingNew)
        size = header.count
        do throws(FileFault) {
            try files.writeAll(file, header[...])
        } catch {
            files.close(file)
            try? files.unlink(name, in: folder)
            throw error
        }
    }

    /// Whether somebody deleted the file, or changed how long it is: what is written to it might never be found.
    var isDisturbed: Bool { (try? files.info(file)).map { $0.links == 0 || $0.size != size } ?? false }

    /// Writes the lines of `range` in one call.
    mutating func write(_ lines: EncodedEvents, _ range: Range<Int>) -> Written {
        let start = lines.start(of: range.lowerBound)
        let bytes = lines.bytes[start..<lines.start(of: range.upperBound)]
        do throws(FileFault) {
            try files.writeAll(file, bytes)
            add(bytes, range.count)
            return Written(count: range.count)
        } catch {
            let onDisk = start + max(0, ((try? files.info(file).size) ?? size) - size)
            let count = range.prefix { lines.ends[$0] <= onDisk }.count
            add(lines.bytes[start..<lines.start(of: range.lowerBound + count)], count)
            let isCut = (try? files.truncate(file, to: size)) != nil
            return Written(count: count, fault: error, isTorn: !isCut)
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ count: Int) {
        checksum.add(bytes)
        size += bytes.count
        events += count
    }

    func close() { files.close(file) }
}

extension EncodedEvents {
    /// Where a line begins; for the number behind the last one, where that ends.
    func start(of line: Int) -> Int { line == 0 ? 0 : ends[line - 1] }
}
