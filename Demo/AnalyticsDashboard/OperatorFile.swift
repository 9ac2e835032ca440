import AnalyticsDashboardCore
import Foundation

/// A file that an operator wrote and names on the command line.
enum OperatorFile {
    /// Its text; a mistake names the file, and the place of what is not UTF-8.
    static func text(of file: String) throws -> String {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: FileText.limit + 1) ?? Data()
        else {
            throw Arguments.Mistake(text: "\(file) cannot be read")
        }
        guard data.count <= FileText.limit else {
            throw Arguments.Mistake(text: "\(file) is larger than \(FileText.limit >> 20) MB")
        }
        do throws(FileText.Fault) {
            return try FileText.decode(Array(data), file: file)
        } catch {
            throw Arguments.Mistake(text: "\(error)")
        }
    }
}
