import Analytics
import Foundation
import Testing

#if os(Linux)
    /// What is wrong with a server's certificate is named, on sockets with certificates that were made for it.
    @Suite(.timeLimit(.minutes(2)), .serialized) struct TLSTests {
        /// What libcurl trusts besides the system's authorities.
        private static let trust = "URLSessionCertificateAuthorityInfoFile"

        private func exchange(certificate: String, trusts authority: String?) async throws -> Exchange {
            let server = try TLSServer(certificate: certificate)
            defer { server.stop() }
            if let authority { setenv(Self.trust, TLSServer.file(authority), 1) }
            defer { unsetenv(Self.trust) }
            return await post(server.endpoint)
        }

        private func post(_ url: URL) async -> Exchange {
            await SystemTransport().exchange(
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

        @Test func aServerWithoutTLSIsAFailedHandshake() async throws {
            let server = try HostileServer(
                [.send("HTTP/1.1 200 OK\r\n\r\n")], readsRequest: false, honest: 0)
            defer { server.stop() }
            let secure = server.endpoint.absoluteString.replacing("http:", with: "https:")
            let exchange = await post(try #require(URL(string: secure)))
            guard case .failed(.tls(.handshake)) = exchange else {
                Issue.record("\(exchange)")
                return
            }
        }

        @Test func theStatusNamesTheFailure() async throws {
            let server = try TLSServer(certificate: "self-signed.pem")
            defer { server.stop() }
            let place = try Place()
            defer { withExtendedLifetime(place) {} }
            var configuration = AnalyticsConfiguration(endpoint: server.endpoint, appVersion: "1")
            configuration.directory = place.directory
            let tracker = AnalyticsTracker(configuration: configuration)
            tracker.setConsent(.granted)
            tracker.track("tap", schemaVersion: 1)
            guard case .held(.backingOff(.tls(.selfSigned), _)) = await tracker.flush().stoppedBy else {
                Issue.record("\(tracker.status.flush)")
                return
            }
            #expect(tracker.status.flush.backoff?.cause == "\(FailureCause.tls(.selfSigned))")
        }
    }
#endif
