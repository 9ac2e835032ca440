/// Deletes segment files, and remembers those that could not be deleted.
///
/// A file that cannot be unlinked is made harmless in place where that is possible: emptied after a denial, or marked
/// as sent, so that no later launch sends it again.
struct SegmentDisposal: Sendable {
    /// Why a file is deleted, which decides what is done when it cannot be.
    enum Purpose: Sendable, Equatable {
        /// Its events are answered for, or in an account of their own; `next` is the next free sequence number.
        case spent(next: Int)
        /// Its events are to be erased.
        case erasure
    }

    private struct Remainder {
        /// Event lines still in the file.
        var lines: Int
        var purpose: Purpose
    }

    private let files: any FileOperations
    private var remainders: [Int: Remainder] = [:]

    init(files: any FileOperations) {
        self.files = files
    }

    var isEmpty: Bool { remainders.isEmpty }

    /// Event lines in files that are still there and not to be read.
    var lines: Int { remainders.values.reduce(0) { $0 + $1.lines } }

    /// Files that still hold events which should be erased.
    var unerased: Int { remainders.values.count { $0.lines > 0 && $0.purpose == .erasure } }

    /// Whether a number is one of a file that is only still there.
    func contains(_ number: Int) -> Bool { remainders[number] != nil }

    /// Deletes a file with `lines` event lines; returns why it is still there, if it is.
    @discardableResult
    mutating func delete(_ number: Int, lines: Int, _ purpose: Purpose, in folder: Int32) -> FileFault? {
        let name = SegmentName.name(of: number)
        do throws(FileFault) {
            try files.unlink(name, in: folder)
        } catch  where !error.isMissing {
            let isHarmless =
                switch purpose {
                case .erasure: empty(name, in: folder)
                case .spent(let next): markSpent(name, next: next, in: folder)
                }
            remainders[number] = Remainder(lines: isHarmless ? 0 : lines, purpose: purpose)
            return error
        } catch {
            // It was gone already.
        }
        remainders[number] = nil
        return nil
    }

    /// Keeps a file for now because the state does not know its sequence numbers yet, marked as sent.
    mutating func keep(_ number: Int, lines: Int, next: Int, in folder: Int32) {
        let isMarked = markSpent(SegmentName.name(of: number), next: next, in: folder)
        remainders[number] = Remainder(lines: isMarked ? 0 : lines, purpose: .spent(next: next))
    }

    /// Tries again to delete what is still there; with `erasing`, everything in it is to be erased.
    mutating func retry(erasing: Bool = false, in folder: Int32) {
        for (number, remainder) in remainders {
            delete(number, lines: remainder.lines, erasing ? .erasure : remainder.purpose, in: folder)
        }
    }

    /// The folder is gone, and all files with it.
    mutating func forget() { remainders = [:] }

    private func empty(_ name: String, in folder: Int32) -> Bool {
        guard let file = try? files.open(name, in: folder, for: .rewriting) else { return false }
        defer { files.close(file) }
        return (try? files.truncate(file, to: 0)) != nil
    }

    /// Replaces the header by one that says so, of the same length, and cuts the lines off. In this order: a crash in
    /// between leaves lines that nobody reads. Needs no space, so it works on a full disk.
    private func markSpent(_ name: String, next: Int, in folder: Int32) -> Bool {
        guard let lines = try? SegmentLines.read(name, in: folder, files: files),
            case .header(var header) = lines.header
        else {
            return false
        }
        header.isSpent = true
        header.firstSequence = next
        header.context = RecordingContext(app: "", os: "", device: "", locale: "", sdk: "")
        guard var line = try? header.line(), line.count <= lines.start else { return false }
        line.insert(contentsOf: [UInt8](repeating: 0x20, count: lines.start - line.count), at: line.count - 1)
        guard let file = try? files.open(name, in: folder, for: .rewriting) else { return false }
        defer { files.close(file) }
        guard (try? files.writeAll(file, line[...])) != nil else { return false }
        return (try? files.truncate(file, to: line.count)) != nil
    }
}
