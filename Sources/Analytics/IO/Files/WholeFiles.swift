/// Whole reads and writes over the seam's partial ones.
extension FileOperations {
    /// Writes all bytes; when it fails, part of them may have been written.
    func writeAll(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(FileFault) {
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
    }

    /// Reads to the end, or up to `limit` bytes.
    func readAll(_ file: Int32, upTo limit: Int) throws(FileFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(limit, 16 * 1_024))
        var count = 0
        while count < limit {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(bytes.count, limit - count)) }
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
