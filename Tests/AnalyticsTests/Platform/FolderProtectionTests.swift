import Analytics
import Foundation
import Testing

/// On Apple the owner folder stays out of backups and readable after first unlock; that it is asked for, everywhere.
@Suite("The owner folder is protected")
struct FolderProtectionTests {
    @Test("when it is made, and when it is made anew after someone deleted it")
    func protection() async throws {
        let stage = try Stage()
        #expect(stage.harness.world.files.protections == 0, "nothing exists before the first grant")
        await stage.grant()
        let atFirst = stage.harness.world.files.protections
        #expect(atFirst >= 1)
        await stage.track(1)
        try FileManager.default.removeItem(at: stage.harness.directory)
        await stage.track(1)
        #expect(FileManager.default.fileExists(atPath: stage.harness.directory.path))
        #expect(stage.harness.world.files.protections > atFirst)
    }
}
