/// Finds URLs that carry a credential or a way to reach a person, in text that ``PlainText`` understands.
///
/// - A parameter of a query or fragment with a telling name and a value: `?access_token=…`, `#id_token=…`,
///   `&email=…`. `?name=shoes` is none.
/// - `code` beside `state`, or under an app's own scheme: `https://x.example/cb?code=…&state=…`,
///   `myapp://login?code=…`. `https://shop.example/?code=SAVE20` is none.
/// - A password in the user info: `https://user:pass@host/`.
package enum CredentialDetector {
    package static func holdsCredential(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var scheme: Range<Int>?
        var hasCode = false
        var hasState = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x3A:  // :
                guard let authority = self.authority(bytes, at: index) else { break }
                if holdsPassword(bytes, from: authority) { return true }
                scheme = schemeRange(bytes, before: index)
                hasCode = false
                hasState = false
            case 0x20, 0x0A, 0x09, 0x22, 0x3C, 0x3E:  // A URL ends at spaces, quotes and angle brackets.
                scheme = nil
                hasCode = false
                hasState = false
            case 0x3F, 0x26, 0x23, 0x3B:  // ? & # ;
                guard let name = parameterName(bytes, from: index + 1) else { break }
                if names.contains(name) { return true }
                if name == "code" {
                    hasCode = true
                    if let scheme, isAppScheme(bytes[scheme]) { return true }
                }
                hasState = hasState || name == "state"
                if hasCode, hasState { return true }
            default: break
            }
            index += 1
        }
        return false
    }

    /// In lower case, without separators.
    private static let names: Set<String> = [
        "token", "accesstoken", "refreshtoken", "idtoken", "authtoken", "sessiontoken", "resettoken", "otp",
        "jwt",
        "password", "passwd", "pwd", "passcode", "secret", "clientsecret", "apikey", "session", "sessionid",
        "email", "emailaddress", "useremail", "phone", "phonenumber",
    ]
    private static let longestName = 24
    private static let webSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp", "file"]

    /// Where the authority begins when the colon at `index` ends a scheme.
    private static func authority(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        guard index > 0, isLetterOrDigit(bytes[index - 1]), index + 2 < bytes.count, bytes[index + 1] == 0x2F,
            bytes[index + 2] == 0x2F
        else { return nil }
        return index + 3
    }

    private static func schemeRange(_ bytes: UnsafeBufferPointer<UInt8>, before colon: Int) -> Range<Int> {
        var start = colon
        while start > 0, colon - start < 64, isSchemeByte(bytes[start - 1]) { start -= 1 }
        return start..<colon
    }

    private static func isAppScheme(_ scheme: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        !webSchemes.contains(String(decoding: scheme.map { $0 | 0x20 }, as: UTF8.self))
    }

    /// Whether `user:pass@` begins at `start`.
    private static func holdsPassword(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var colon: Int?
        for index in start..<bytes.count {
            switch bytes[index] {
            case 0x3A: colon = colon ?? index
            case 0x40: return colon.map { $0 + 1 < index } ?? false
            case 0x2F, 0x3F, 0x23, 0x20, 0x0A, 0x22: return false
            default: break
            }
        }
        return false
    }

    /// The name of a parameter that has a value.
    private static func parameterName(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
        var name: [UInt8] = []
        for index in start..<min(bytes.count, start + longestName + 8) {
            let byte = bytes[index]
            if byte == 0x3D {
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0x26
                let isEmpty = next == 0x26 || next == 0x23 || next == 0x20
                return isEmpty || name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
            }
            // Separators do not count: `access_token`, `access-token`, `accessToken`, `token[]`.
            if byte == 0x5F || byte == 0x2D || byte == 0x2E || byte == 0x5B || byte == 0x5D { continue }
            guard isLetterOrDigit(byte) else { return nil }
            name.append(byte | 0x20)
        }
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte)
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
    }
}
