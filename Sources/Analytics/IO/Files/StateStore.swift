import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

/// The one small file with the tracker's state, replaced as a whole, and what this process knows beyond it.
struct StateStore: Sendable {
    /// What the file says.
    enum Reading: Sendable {
        case state(DurableState)
        case absent
        /// There, readable, and not understood: counts as absent, and is reported.
        case undecodable
    }

    static let name = "state.json"
    private static let draftName = "state.json.new"
    /// More than any state can need; a larger file is not ours.
    private static let largest = 256 * 1_024

    private let files: any FileOperations
    /// What the next launch should find.
    var current = DurableState()
    /// What it would find now; nil when that is not known, or nothing is there.
    private(set) var written: DurableState?

    init(files: any FileOperations) {
        self.files = files
    }

    /// What the file in an open folder says; throws what cannot be read *now*, such as on a locked device.
    func read(in folder: Int32) throws(FileFault) -> Reading {
        do throws(FileFault) {
            guard try files.info(Self.name, in: folder).kind == .regular else { return .undecodable }
            let file = try files.open(Self.name, in: folder, for: .reading)
            defer { files.close(file) }
            let bytes = try files.readAll(file, upTo: Self.largest + 1)
            return Self.decode(bytes).map(Reading.state) ?? .undecodable
        } catch  where error.isMissing {
            return .absent
        }
    }

    private static func decode(_ bytes: [UInt8]) -> DurableState? {
        guard bytes.count <= largest,
            let state = try? JSONDecoder().decode(DurableState.self, from: Data(bytes))
        else {
            return nil
        }
        let numbers = 1...DurableState.highestNumber
        let isPossible =
            state.format == DurableState.currentFormat && numbers.contains(state.nextSequence)
            && numbers.contains(state.nextSegment)
        return isPossible ? state : nil
    }

    /// Takes over what the file says, once. What this process has numbered stays taken, whatever the file says.
    ///
    /// Returns whether the file was understood, or absent.
    mutating func load(in folder: Int32) throws(FileFault) -> Bool {
        guard written == nil else { return true }
        switch try read(in: folder) {
        case .state(var found):
            written = found
            found.nextSegment = max(found.nextSegment, current.nextSegment)
            if found.grantID == current.grantID || current.grantID == nil {
                found.nextSequence = max(found.nextSequence, current.nextSequence)
            }
            current = found
            return true
        case .absent: return true
        case .undecodable: return false
        }
    }

    /// Forgets what is on disk, so that the next `load` or `save` looks or writes again.
    mutating func forgetWritten() { written = nil }

    /// Whether the file has the current grant and install, without which a segment would be erased at the next launch.
    var hasWrittenGrant: Bool {
        written?.grantID == current.grantID && written?.installID == current.installID
    }

    /// Replaces the file when it differs from the current state. A reader sees the old state or the new one, never a
    /// mixture.
    ///
    /// With `survivesPowerCut`, the file is synchronized after it was renamed, and its folder after that: a crash of
    /// the process in between already finds the new state. Until both are synchronized, a power cut may leave neither.
    mutating func save(in folder: Int32, survivesPowerCut: Bool = false) throws(FileFault) {
        guard current != written else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(current) else {
            throw FileFault(code: 0, operation: "encode the state")
        }
        try clear(Self.draftName, in: folder)
        let file = try files.open(Self.draftName, in: folder, for: .appendingNew)
        defer { files.close(file) }
        do throws(FileFault) {
            try files.writeAll(file, Array(data)[...])
            try makeRoom(in: folder)
            try files.rename(Self.draftName, to: Self.name, in: folder)
        } catch {
            try? files.unlink(Self.draftName, in: folder)
            throw error
        }
        written = current
        guard survivesPowerCut else { return }
        // It is replaced for every reader. A disk that cannot synchronize now is no reason to undo that.
        try? files.synchronize(file)
        try? files.synchronize(folder)
    }

    /// Removes the file by every means: deletes it, or else empties it, which the next launch takes for no state.
    mutating func remove(in folder: Int32) throws(FileFault) {
        do throws(FileFault) {
            try clear(Self.name, in: folder)
        } catch {
            guard let file = try? files.open(Self.name, in: folder, for: .rewriting) else { throw error }
            defer { files.close(file) }
            guard (try? files.truncate(file, to: 0)) != nil else { throw error }
            try? files.synchronize(file)
        }
        written = nil
    }

    /// A rename replaces anything but a folder.
    private func makeRoom(in folder: Int32) throws(FileFault) {
        guard let found = try? files.info(Self.name, in: folder), found.kind == .folder else { return }
        try files.removeFolder(Self.name, in: folder)
    }

    /// Removes a file, a link, a FIFO or an empty folder; one that is not there is fine.
    private func clear(_ name: String, in folder: Int32) throws(FileFault) {
        do throws(FileFault) {
            if try files.info(name, in: folder).kind == .folder {
                try files.removeFolder(name, in: folder)
            } else {
                try files.unlink(name, in: folder)
            }
        } catch  where error.isMissing {
            return
        }
    }
}
