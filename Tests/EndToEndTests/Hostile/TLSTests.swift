import Analytics
import Foundation
import Testing

#if os(Linux)
    /// What is wrong with a server's certificate is named, on sockets with certificates that were made for it.
    @Suite(.timeLimit(.minutes(2)), .serialized) struct TLSTests {
        private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("TLS")
        /// What libcurl trusts besides the system's authorities.
        private static let trust = "URLSessionCertificateAuthorityInfoFile"

        private func exchange(certificate: String, trusts authority: String?) async throws -> Exchange {
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            let files = ["server.py", certificate].map { Self.folder.appendingPathComponent($0).path }
            process.arguments = ["python3", "-B"] + files
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            defer {
                // It ends with its input, and is waited for.
                try? input.fileHandleForWriting.close()
                process.waitUntilExit()
            }
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)), "\(line)")
            if let authority {
                setenv(Self.trust, Self.folder.appendingPathComponent(authority).path, 1)
            }
            defer { unsetenv(Self.trust) }
            let url = try #require(URL(string: "https://127.0.0.1:\(port)/v1/events"))
            return await SystemTransport().exchange(
                UploadRequest(method: "POST", url: url, headers: [], body: [0x7B, 0x7D]))
        }

        @Test(arguments: [
            ("good.pem", nil, TLSFailure.unknownAuthority), ("self-signed.pem", nil, .selfSigned),
            ("expired.pem", "authority.pem", .expired),
            ("not-yet-valid.pem", "authority.pem", .notYetValid),
            ("other-host.pem", "authority.pem", .wrongHost),
        ])
        func aCertificateThatIsNotTrustedIsNamed(
            certificate: String, authority: String?, failure: TLSFailure
        ) async throws {
            let exchange = try await exchange(certificate: certificate, trusts: authority)
            guard case .failed(.tls(failure)) = exchange else {
                Issue.record("\(exchange), expected \(failure)")
                return
            }
        }

        @Test func aCertificateOfATrustedAuthorityIsAccepted() async throws {
            let exchange = try await exchange(certificate: "good.pem", trusts: "authority.pem")
            guard case .response(let response) = exchange, response.status == 200 else {
                Issue.record("\(exchange)")
                return
            }
        }
    }
#endif
