import Foundation

/// Writes to open descriptors.
enum Descriptor {
    /// Writes all bytes, however few the system takes at once. Returns the system's error number when it cannot.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Foundation.write(descriptor, part.baseAddress, part.count)
            if count < 0, errno == EINTR { continue }
            // A write that takes nothing and gives no reason would loop for ever.
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
