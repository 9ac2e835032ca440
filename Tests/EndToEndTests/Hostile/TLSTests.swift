import Analytics
import Foundation
import Testing

#if os(Linux)
    /// What is wrong with a server's certificate is named, with real servers and certificates made here.
    @Suite(.timeLimit(.minutes(1)), .serialized) struct TLSTests {
        @Test(arguments: [
            ("self-signed", true, TLSFailure.selfSigned), ("good", false, .unknownAuthority),
            ("expired", true, .expired),
            ("future", true, .notYetValid), ("other-host", true, .wrongHost),
        ])
        func aCertificateThatIsNotTrustedIsNamed(name: String, knowsAuthority: Bool, failure: TLSFailure)
            async throws
        {
            let exchange = try await exchange(with: name, knowsAuthority: knowsAuthority)
            guard case .failed(.tls(failure)) = exchange else {
                Issue.record("\(exchange)")
                return
            }
        }

        /// Without this the failures above could have any other reason.
        @Test func aGoodCertificateIsTrusted() async throws {
            let exchange = try await exchange(with: "good", knowsAuthority: true)
            guard case .response(let response) = exchange else {
                Issue.record("\(exchange)")
                return
            }
            #expect(response.status == 200)
        }

        @Test func aServerWithoutTLSIsAFailedHandshake() async throws {
            let server = try HostileServer([.send("HTTP/1.1 200 OK\r\n\r\n")], readsRequest: false)
            defer { server.stop() }
            _ = await get(server.endpoint)
            let secure = try #require(
                URL(string: server.endpoint.absoluteString.replacing("http:", with: "https:")))
            let exchange = await get(secure)
            guard case .failed(.tls(.handshake)) = exchange else {
                Issue.record("\(exchange)")
                return
            }
        }

        private func get(_ url: URL) async -> Exchange {
            await SystemTransport.make().exchange(
                UploadRequest(method: "GET", url: url, headers: [], body: []))
        }

        private func exchange(with certificate: String, knowsAuthority: Bool) async throws -> Exchange {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "tls-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let make = Process()
            make.executableURL = URL(fileURLWithPath: "/bin/sh")
            make.arguments = ["-ec", Self.certificates]
            make.currentDirectoryURL = folder
            try make.run()
            make.waitUntilExit()
            try #require(make.terminationStatus == 0)
            let server = Process()
            let (output, input) = (Pipe(), Pipe())
            server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            server.arguments = [
                "openssl", "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", "\(certificate).pem",
                "-key",
                "\(certificate).key",
            ]
            server.currentDirectoryURL = folder
            server.standardOutput = output
            server.standardError = output
            server.standardInput = input
            try server.run()
            defer {
                server.terminate()
                server.waitUntilExit()
            }
            var said = ""
            while said.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/) == nil {
                let more = output.fileHandleForReading.availableData
                try #require(!more.isEmpty)
                said += String(decoding: more, as: UTF8.self)
            }
            let port = try #require(said.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/)?.output.1)
            // The variable by which FoundationNetworking is told of other authorities.
            let variable = "URLSessionCertificateAuthorityInfoFile"
            if knowsAuthority { setenv(variable, folder.appendingPathComponent("ca.pem").path, 1) }
            defer { unsetenv(variable) }
            return await get(try #require(URL(string: "https://127.0.0.1:\(port)/")))
        }

        /// An authority, and certificates that are good or wrong in one way each.
        private static let certificates = #"""
            ask() { name=$1; shift; openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
                -keyout $name.key -subj /CN=$name "$@" 2>/dev/null; }
            sign() {
                ask $1 -out $1.csr -addext subjectAltName=$2
                openssl ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in $1.csr -out $1.pem -notext \
                    -startdate $3 -enddate $4 2>/dev/null
            }
            ask ca -x509 -out ca.pem -days 30 -addext basicConstraints=critical,CA:TRUE
            ask self-signed -x509 -out self-signed.pem -days 30 -addext subjectAltName=IP:127.0.0.1
            mkdir db; : > db/index; echo 01 > db/serial
            cat > ca.cnf <<END
            [ca]
            default_ca = authority
            [authority]
            database = db/index
            serial = db/serial
            new_certs_dir = db
            default_md = sha256
            policy = any
            unique_subject = no
            copy_extensions = copy
            [any]
            commonName = supplied
            END
            sign good IP:127.0.0.1 20200101000000Z 20491231000000Z
            sign expired IP:127.0.0.1 20200101000000Z 20210101000000Z
            sign future IP:127.0.0.1 20480101000000Z 20491231000000Z
            sign other-host DNS:other.example 20200101000000Z 20491231000000Z
            """#
    }
#endif
