import Foundation

/// The package around this test, found from this file's own place.
enum Repository {
    static let lineLimit = 350
    private static let codeSuffixes: Set = ["swift", "c", "h", "py", "sh", ""]

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func file(_ path: String) throws -> SourceFile {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return SourceFile(path: path, text: text)
    }

    /// Every code file under Sources, Demo and Tests, and the manifest.
    static func sources() throws -> [SourceFile] {
        try loaded.get()
    }

    /// Read and lexed once, for all rules.
    private static let loaded = Result { try load() }

    private static func load() throws -> [SourceFile] {
        let paths = ["Sources", "Demo", "Tests"].flatMap { folder in
            let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            return (found?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
        }
        return try (paths + ["Package.swift"]).filter(isCode).sorted().map(file)
    }

    private static func isCode(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let name = parts.last, !parts.contains(where: { $0.hasPrefix(".") || $0 == "__pycache__" })
        else {
            return false
        }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: root.appending(path: path).path, isDirectory: &isFolder)
        let suffix = name.contains(".") ? name.split(separator: ".").last.map(String.init) ?? "" : ""
        return exists && !isFolder.boolValue && codeSuffixes.contains(suffix)
    }

    static func tooLong(_ file: SourceFile) -> Breach? {
        guard file.lineCount > lineLimit else { return nil }
        return Breach(
            path: file.path, line: lineLimit + 1, reason: "\(file.lineCount) lines, the limit is \(lineLimit)"
        )
    }
}
