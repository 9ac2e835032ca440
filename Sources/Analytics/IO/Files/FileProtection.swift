import struct Foundation.URL
import struct Foundation.URLResourceValues

#if canImport(Darwin)
    import class Foundation.FileManager
    import struct Foundation.FileAttributeKey
    import struct Foundation.FileProtectionType
#endif

/// Backup and data protection attributes of the owner folder.
enum FileProtection {
    /// Excludes the folder from backups and makes it readable after first unlock, so that a background launch on a
    /// locked device can record; does nothing where the platform has neither.
    static func apply(to path: String) {
        var url = URL(fileURLWithPath: path, isDirectory: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        // A folder that lands in a backup is a pity and no reason to stop recording.
        try? url.setResourceValues(values)
        #if canImport(Darwin) && !os(macOS)
            try? FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
        #endif
    }
}
