import struct Foundation.Locale
import class Foundation.ProcessInfo

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The SDK's own version, as sent in the context and the User-Agent.
enum SDKVersion {
    static let current = "1.0.0"
}

extension RecordingContext {
    /// What can be said of the host without asking for a permission or naming the device.
    static func current(appVersion: String) -> RecordingContext {
        RecordingContext(
            app: String(appVersion.prefix(100)), os: systemName, device: machine,
            locale: Locale.current.identifier, sdk: SDKVersion.current)
    }

    private static var systemName: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let number = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        #if os(iOS)
            return "iOS \(number)"
        #elseif os(macOS)
            return "macOS \(number)"
        #else
            return "Linux \(number)"
        #endif
    }

    /// The hardware model, such as `iPhone15,2` or `x86_64`: shared by millions, unlike a device name.
    private static var machine: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        return withUnsafeBytes(of: &names.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
