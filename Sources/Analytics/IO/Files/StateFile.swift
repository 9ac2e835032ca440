import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

/// The one small file with the tracker's state, replaced as a whole.
struct StateFile {
    enum Reading {
        case state(DurableState)
        case absent
        /// There, readable, and not understood: counts as absent, and is reported.
        case undecodable
        /// There and not readable now: nothing may be minted.
        case unreadable(FileFault)
    }

    /// More than any state can need; a larger file is not ours.
    private static let largest = 256 * 1_024

    let files: any FileOperations
    let path: String

    func read() -> Reading {
        do throws(FileFault) {
            let file = try files.open(path, for: .reading)
            defer { files.close(file) }
            guard try files.info(file).size <= Self.largest else { return .undecodable }
            let bytes = try files.readAll(file, upTo: Self.largest)
            guard let state = try? JSONDecoder().decode(DurableState.self, from: Data(bytes)) else {
                return .undecodable
            }
            let numbers = 1...DurableState.highestNumber
            guard state.format == DurableState.currentFormat, numbers.contains(state.nextSequence),
                numbers.contains(state.nextSegment)
            else {
                return .undecodable
            }
            return .state(state)
        } catch {
            return error.isMissing ? .absent : .unreadable(error)
        }
    }

    /// Replaces the file in one step: a reader sees the old state or the new one, never a mixture.
    func write(_ state: DurableState, surviving powerCut: Bool) throws(FileFault) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(state) else {
            throw FileFault(code: 0, operation: "encode state")
        }
        let draft = path + ".new"
        let file = try files.open(draft, for: .replacing)
        do throws(FileFault) {
            defer { files.close(file) }
            try files.writeAll(file, Array(data)[...])
            if powerCut { try files.synchronize(file) }
        } catch {
            try? files.unlink(draft)
            throw error
        }
        try files.rename(draft, to: path)
    }

    func remove() throws(FileFault) {
        do throws(FileFault) {
            try files.unlink(path)
        } catch  where !error.isMissing {
            throw error
        } catch {
            return
        }
    }
}

extension FileOperations {
    /// Writes all bytes; when it fails part of them may have been written.
    @discardableResult
    func writeAll(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(FileFault) -> Int {
        var written = 0
        while written < bytes.count {
            let rest = bytes.dropFirst(written)
            let result: Result<Int, FileFault> = rest.withUnsafeBytes { buffer in
                do throws(FileFault) {
                    return .success(try write(file, buffer))
                } catch {
                    return .failure(error)
                }
            }
            let count = try result.get()
            // A write that takes nothing and gives no reason would loop for ever.
            guard count > 0 else { throw .noSpace("write") }
            written += count
        }
        return written
    }

    /// Reads to the end, or up to `limit` bytes.
    func readAll(_ file: Int32, upTo limit: Int) throws(FileFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16 * 1_024)
        var count = 0
        while count < limit {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
            let result: Result<Int, FileFault> = bytes.withUnsafeMutableBytes { buffer in
                do throws(FileFault) {
                    return .success(
                        try read(file, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...])))
                } catch {
                    return .failure(error)
                }
            }
            let step = try result.get()
            if step == 0 { break }
            count += step
        }
        bytes.removeSubrange(count...)
        return bytes
    }
}
