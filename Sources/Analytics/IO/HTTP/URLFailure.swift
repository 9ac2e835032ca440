import Foundation

/// What URLSession's error codes mean. Texts are not used: they may quote the address, which can hold a key.
package enum URLFailure {
    /// The cause; `hasStatus` when a response had begun.
    package static func cause(of error: NSError, hasStatus: Bool) -> FailureCause {
        if let failure = tls(error) { return .tls(failure) }
        switch error.code {
        case NSURLErrorTimedOut: return .timedOut
        // A status came and the rest did not, for which Foundation on Linux has no separate code.
        case _ where hasStatus: return .connection(.responseCutShort)
        case NSURLErrorCannotConnectToHost: return .connection(.cannotConnect)
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: return .connection(.hostNotFound)
        case NSURLErrorNetworkConnectionLost: return .connection(.lost)
        case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse: return .connection(.notHTTP)
        case NSURLErrorNotConnectedToInternet: return .connection(.noNetwork)
        case NSURLErrorDataNotAllowed, NSURLErrorInternationalRoamingOff:
            return .connection(.networkNotAllowed)
        case NSURLErrorBadURL, NSURLErrorUnsupportedURL, appTransportSecurity:
            return .connection(.invalidAddress)
        default: return .connection(.other(code: error.code))
        }
    }

    /// -1022: App Transport Security refuses the address.
    private static let appTransportSecurity = -1_022

    private static func tls(_ error: NSError) -> TLSFailure? {
        switch error.code {
        case NSURLErrorServerCertificateHasUnknownRoot: .unknownAuthority
        case NSURLErrorServerCertificateHasBadDate: secureTransport(error) ?? .expired
        case NSURLErrorServerCertificateNotYetValid: .notYetValid
        case NSURLErrorClientCertificateRequired, NSURLErrorClientCertificateRejected: .clientCertificate
        // The one code for an unknown authority and another host's name; the layer beneath knows which.
        case NSURLErrorServerCertificateUntrusted: secureTransport(error) ?? .untrusted
        case NSURLErrorSecureConnectionFailed: secureTransport(error) ?? .handshake
        default: nil
        }
    }

    /// Secure Transport's status (SecureTransport.h), which URLSession passes on under this key, also in the error beneath.
    private static func secureTransport(_ error: NSError) -> TLSFailure? {
        let key = "_kCFStreamErrorCodeKey"
        let beneath = error.userInfo[NSUnderlyingErrorKey] as? NSError
        switch error.userInfo[key] as? Int ?? beneath?.userInfo[key] as? Int {
        case -9_812, -9_813: return .unknownAuthority
        case -9_807: return .untrusted
        case -9_814: return .expired
        case -9_815: return .notYetValid
        case -9_843: return .wrongHost
        case -9_825, -9_828: return .clientCertificate
        default: return nil
        }
    }
}
