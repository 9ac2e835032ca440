import Foundation

/// The folder of `--directory`, tried before anything starts: a tracker that cannot keep its queue goes on without
/// one, and says so only where somebody looks.
enum QueueFolder {
    /// Refuses a folder that cannot be written, or cannot be made; makes none.
    static func check(_ folder: URL) throws {
        let manager = FileManager.default
        let wanted = folder.standardizedFileURL
        var place = wanted
        var isFolder: ObjCBool = false
        while !manager.fileExists(atPath: place.path, isDirectory: &isFolder), place.path != "/" {
            place.deleteLastPathComponent()
        }
        let verb = place.path == wanted.path ? "written" : "made"
        guard isFolder.boolValue else {
            let why = verb == "made" ? " cannot be made: \(place.path)" : ""
            throw Arguments.Mistake(text: "\(wanted.path)\(why) is a file; --directory needs a folder")
        }
        // Tried and not asked: who may write anywhere still cannot on a read-only disk.
        let trial = place.appendingPathComponent(".analytics-dashboard-\(UUID().uuidString)")
        do {
            try manager.createDirectory(at: trial, withIntermediateDirectories: false)
            try manager.removeItem(at: trial)
        } catch {
            throw Arguments.Mistake(
                text: "\(wanted.path) cannot be \(verb); --directory needs a folder for the queue")
        }
    }
}
