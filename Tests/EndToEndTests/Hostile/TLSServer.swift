import Foundation

/// A TLS server on loopback with one of the committed certificates, in a separate process.
final class TLSServer {
    /// No port came within the limit.
    struct NotStarted: Error {}

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "TLS")

    private let process = Process()
    private let input = Pipe()
    let endpoint: URL

    init(certificate: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-B", Self.file("server.py"), Self.file(certificate),
        ]
        process.standardOutput = output
        // It ends when this end is closed, so also when the test process is killed.
        process.standardInput = input
        try process.run()
        try output.fileHandleForWriting.close()
        guard let port = Self.line(from: output.fileHandleForReading.fileDescriptor),
            let endpoint = URL(string: "https://127.0.0.1:\(port)/")
        else {
            kill(process.processIdentifier, SIGKILL)
            throw NotStarted()
        }
        self.endpoint = endpoint
    }

    /// A committed file: a certificate, or the server.
    static func file(_ name: String) -> String { folder.appending(path: name).path }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The first line; nil when it has not come within 20 s.
    private static func line(from descriptor: Int32) -> String? {
        let limit = ContinuousClock.now + .seconds(20)
        var bytes: [UInt8] = []
        while ContinuousClock.now < limit {
            var output = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&output, 1, 100) > 0 else { continue }
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
