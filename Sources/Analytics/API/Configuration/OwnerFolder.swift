import class Foundation.Bundle
import class Foundation.FileManager
import class Foundation.ProcessInfo
import struct Foundation.URL

/// Where a tracker's files are: one folder for each owner name, below one for each program.
enum OwnerFolder {
    private static let longest = 100

    /// The folder for an owner. Without a directory of the host's: `<Application Support or XDG data>/<bundle identifier
    /// or program name>/analytics/<owner>`, so that two programs of one user share nothing.
    static func path(in directory: URL?, owner: String) -> String {
        (directory ?? standard).path + "/" + safe(owner)
    }

    private static var standard: URL {
        let places = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (places.first ?? FileManager.default.temporaryDirectory)
            .appendingPathComponent(safe(program), isDirectory: true)
            .appendingPathComponent("analytics", isDirectory: true)
    }

    /// The program as its system names it. On Linux there are no bundle identifiers, and looking for one reads files.
    private static var program: String {
        #if canImport(Darwin)
            if let identifier = Bundle.main.bundleIdentifier { return identifier }
        #endif
        return ProcessInfo.processInfo.processName
    }

    /// A name that can be a folder's: letters, digits, `-`, `_` and `.`. A name that had to be changed gets a hash of
    /// what it was, so that two names never share a folder.
    static func safe(_ name: String) -> String {
        let safe = String(name.prefix(longest).map { isSafe($0) ? $0 : "_" })
        if safe == name, !safe.allSatisfy({ $0 == "." }) { return safe }
        var hash = FNV1a()
        hash.add(name.utf8)
        return (safe.allSatisfy { $0 == "." } ? "app" : safe) + "-" + hash.hexadecimal
    }

    /// Done at every launch: no set of the letters is built for it.
    private static func isSafe(_ character: Character) -> Bool {
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": character.utf8.count == 1
        default: false
        }
    }
}
