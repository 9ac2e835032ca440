/// Reads a file line by line in bounded memory, whatever the file holds.
///
/// Lines end at byte 0x0A only. A line longer than `longest` is reported as such and not kept, so that a file of a
/// gigabyte without a line end costs no more memory than any other.
struct LineReader: ~Copyable {
    enum Line {
        case whole([UInt8])
        case tooLong
        /// The last line, without its line end.
        case torn
    }

    /// An event has 32 KB at most, a header a few hundred bytes.
    static let longest = 512 * 1_024

    private let files: any FileOperations
    private let file: Int32
    private var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
    private var position = 0
    private var limit = 0
    private var isAtEnd = false

    init(files: any FileOperations, path: String) throws(FileFault) {
        self.files = files
        file = try files.open(path, for: .reading)
    }

    deinit { files.close(file) }

    /// The next line, or nil at the end of the file.
    mutating func next() throws(FileFault) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var isEmpty = true
        while true {
            if position == limit {
                guard try refill() else {
                    return isEmpty ? nil : .torn
                }
            }
            isEmpty = false
            let end = chunk[position..<limit].firstIndex(of: 0x0A)
            let stop = end ?? limit
            if line.count + stop - position > Self.longest {
                isTooLong = true
                line = []
            } else if !isTooLong {
                line += chunk[position..<stop]
            }
            position = end.map { $0 + 1 } ?? limit
            if end != nil { return isTooLong ? .tooLong : .whole(line) }
        }
    }

    private mutating func refill() throws(FileFault) -> Bool {
        guard !isAtEnd else { return false }
        let result: Result<Int, FileFault> = chunk.withUnsafeMutableBytes { bytes in
            do throws(FileFault) {
                return .success(try files.read(file, into: bytes))
            } catch {
                return .failure(error)
            }
        }
        let count = try result.get()
        position = 0
        limit = count
        isAtEnd = count == 0
        return count > 0
    }
}
