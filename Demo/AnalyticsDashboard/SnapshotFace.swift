import AnalyticsCursesTerminal
import AnalyticsDashboardCore
import Foundation

/// One frame or one status, without a terminal.
@MainActor
enum SnapshotFace {
    static func run(_ arguments: Arguments) async throws {
        let wiring = try Wiring(arguments)
        defer {
            wiring.stop()
            wiring.cleanUp()
        }
        let snapshot: Snapshot
        if let directory = arguments.directory {
            let copy = try copy(of: directory)
            defer { try? FileManager.default.removeItem(at: copy) }
            var setup = wiring.setup
            setup.directory = copy
            snapshot = await Snapshot.nextLaunch(onCopy: setup)
        } else {
            snapshot = Snapshot.fresh(wiring.setup)
        }
        let isASCII = arguments.forcesASCII || !TerminalSession.speaksUTF8
        let (width, height) = arguments.size ?? (80, 24)
        let bytes =
            arguments.isJSON
            ? try snapshot.json() + Data("\n".utf8)
            : Data(snapshot.text(width: width, height: height, isASCII: isASCII).utf8)
        do throws(StandardOutput.Failure) { try StandardOutput.write(bytes) } catch { throw error.mistake }
    }

    /// A real launch changes what it opens, so it gets a copy: the folder itself is only read.
    private static func copy(of directory: URL) throws -> URL {
        let queue = directory.appendingPathComponent("app")
        guard FolderCopy.isFolder(queue.path) else {
            throw Arguments.Mistake(text: "\(directory.path) holds no queue: there is no folder app in it")
        }
        let copy = Wiring.temporaryDirectory
        do {
            try FileManager.default.createDirectory(
                at: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Arguments.Mistake(
                text:
                    "\(copy.deletingLastPathComponent().path) cannot be written; a snapshot of a folder needs a copy"
            )
        }
        do throws(FolderCopy.Failure) {
            try FolderCopy.make(of: queue.path, at: copy.appendingPathComponent("app").path)
        } catch {
            try? FileManager.default.removeItem(at: copy)
            throw Arguments.Mistake(text: error.text)
        }
        return copy
    }

    /// Writes a snapshot of a live dashboard into the temporary folder, readable to its owner alone.
    static func save(_ snapshot: Snapshot) -> String {
        let stamp = Int(Date().timeIntervalSince1970 * 1_000)
        let base = FileManager.default.temporaryDirectory.appendingPathComponent(
            "analytics-snapshot-\(stamp)")
        let (text, json) = (base.appendingPathExtension("txt"), base.appendingPathExtension("json"))
        do {
            try PrivateFile.create(json.path, snapshot.json())
            try PrivateFile.create(text.path, Data(snapshot.text(width: 120, height: 36).utf8))
        } catch {
            return "No snapshot: \(base.deletingLastPathComponent().path) cannot be written."
        }
        return "Snapshot in \(text.path) and .json"
    }
}
