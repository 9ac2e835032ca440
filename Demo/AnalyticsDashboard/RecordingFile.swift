import Foundation

/// Where recordings go: new files, named by the operator.
enum RecordingFile {
    private struct Refusal: LocalizedError {
        var errorDescription: String?
    }

    /// Writes a new file, with `.scenario` after a name without an extension; returns its name.
    static func keep(_ name: String, _ text: String) throws -> String {
        var file = (name.trimmingCharacters(in: .whitespaces) as NSString).expandingTildeInPath
        guard !file.isEmpty else { throw Refusal(errorDescription: "a recording needs a name.") }
        if (file as NSString).pathExtension.isEmpty { file += ".scenario" }
        // For the owner only: it may hold property values that were typed.
        do throws(PrivateFile.Failure) {
            try PrivateFile.create(file, Data(text.utf8))
        } catch .isThereAlready {
            throw Refusal(errorDescription: "\(file) is there already; r asks for another name.")
        } catch {
            throw Refusal(errorDescription: "\(file) cannot be written.")
        }
        return file
    }
}
