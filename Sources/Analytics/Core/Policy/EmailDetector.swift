/// Finds e-mail addresses in text that ``PlainText`` understands.
///
/// An address is a letter, digit, `_`, `-`, `+` or closing quote, an `@`, and a domain of two or more labels
/// whose last one begins with two letters (or is foreign), or an address literal in brackets. Not addresses:
/// - `user@`, `a@b`, `user@localhost`, `@handle`, `root@10.0.0.1`: no domain with a top level;
/// - `image@2x.png`, `styles@latest.css`: the top level is a file type that is no top-level domain;
/// - `pkg@1.2.3`, `app@5.0.0-beta.next`: the domain is a version;
/// - `tap@button.checkout`: the top level is a part of a screen;
/// - `git@github.com`: `git` is the account of every repository host, no person.
///
/// `ana @ example.org` and `@user:matrix.org` are addresses too, under a common top level.
///
/// What has the form of an address is one, whatever it stands for: `user:secret@host.example` in a URL, other
/// accounts than `git` on a host, and fediverse handles go.
package enum EmailDetector {
    package static func holdsAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in bytes.indices where bytes[index] == 0x40 {
            if hasLocalPart(bytes, before: index), hasDomain(bytes, from: index + 1) { return true }
            if isSpacedOut(bytes, at: index) || isMatrixID(bytes, at: index) { return true }
        }
        return false
    }

    /// `ana @ example.org`: one space on either side, and a common top level, since `me @ home.page` is prose.
    private static func isSpacedOut(_ bytes: UnsafeBufferPointer<UInt8>, at sign: Int) -> Bool {
        guard sign >= 2, sign + 2 < bytes.count, bytes[sign - 1] == 0x20, bytes[sign + 1] == 0x20 else {
            return false
        }
        return hasLocalPart(bytes, before: sign - 1) && hasDomain(bytes, from: sign + 2, onlyCommon: true)
    }

    /// `@user:matrix.org`.
    private static func isMatrixID(_ bytes: UnsafeBufferPointer<UInt8>, at sign: Int) -> Bool {
        if sign > 0, isWord(bytes[sign - 1]) { return false }
        var index = sign + 1
        while index < bytes.count, index - sign < 64, isWord(bytes[index]) || isLocalSign(bytes[index]) {
            index += 1
        }
        guard index > sign + 1, index < bytes.count, bytes[index] == 0x3A else { return false }
        return hasDomain(bytes, from: index + 1, onlyCommon: true)
    }

    private static func hasLocalPart(_ bytes: UnsafeBufferPointer<UInt8>, before sign: Int) -> Bool {
        guard sign > 0 else { return false }
        let last = bytes[sign - 1]
        if last == 0x22 { return sign > 1 }
        guard isWord(last) || last == 0x2D || last == 0x2B else { return false }
        var start = sign
        var hasLetter = false
        // Far enough to tell `git` from anything longer, and to find one letter among signs.
        while start > 0, sign - start < 64, isWord(bytes[start - 1]) || isLocalSign(bytes[start - 1]) {
            start -= 1
            hasLetter = hasLetter || (isWord(bytes[start]) && bytes[start] != 0x5F)
        }
        let isGit =
            sign - start == 3 && bytes[start] | 0x20 == 0x67 && bytes[start + 1] | 0x20 == 0x69
            && bytes[start + 2] | 0x20 == 0x74
        return hasLetter && !isGit
    }

    private static func hasDomain(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, onlyCommon: Bool = false
    ) -> Bool {
        guard start < bytes.count else { return false }
        if bytes[start] == 0x5B {
            return start + 1 < bytes.count
                && (ASCII.isDigit(bytes[start + 1]) || bytes[start + 1] | 0x20 == 0x69)
        }
        var labels: [Range<Int>] = []
        var labelStart = start
        var index = start
        while index < bytes.count {
            if isWord(bytes[index]) || bytes[index] == 0x2D {
                index += 1
            } else if bytes[index] == 0x2E, index > labelStart, index + 1 < bytes.count,
                isWord(bytes[index + 1])
            {
                labels.append(labelStart..<index)
                index += 1
                labelStart = index
            } else {
                break
            }
        }
        labels.append(labelStart..<index)
        if onlyCommon, !isKnownTopLevel(bytes[labelStart..<index]) { return false }
        return isDomain(labels, in: bytes)
    }

    private static func isDomain(_ labels: [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard labels.count >= 2, let last = labels.last, !labels[0].isEmpty else { return false }
        let first = bytes[labels[0]]
        let beginsWithDigit = ASCII.isDigit(first.first ?? 0)
        let isScale = first.count <= 2 && beginsWithDigit && (first.last ?? 0) | 0x20 == 0x78
        if isScale { return false }
        if beginsWithDigit, ASCII.isDigit(bytes[labels[1].lowerBound]) { return false }
        // `163.com` is a mail host, `5.beta` a version.
        if beginsWithDigit, first.count < 3, first.allSatisfy(ASCII.isDigit) {
            return isKnownTopLevel(bytes[last])
        }
        if isTopLevel(bytes[last]) { return true }
        return labels[1...].contains { isKnownTopLevel(bytes[$0]) }
    }

    private static func isTopLevel(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if label.contains(PlainText.letter) { return true }
        let letters = label.prefix(while: ASCII.isLetter)
        let isPunycode = letters.count == 2 && lowercased(letters) == "xn" && label.count > 4
        if isPunycode { return true }
        let next = label.dropFirst(letters.count).first
        guard letters.count >= 2, next.map({ $0 == 0x2D || $0 == 0x5F }) ?? true else { return false }
        let ending = lowercased(letters)
        return !fileTypes.contains(ending) && !screenParts.contains(ending)
    }

    private static func isKnownTopLevel(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        commonTopLevels.contains(lowercased(label))
    }

    /// Endings of file names that are no top-level domains. `zip`, `mov`, `md`, `rs` and `sh` are some.
    private static let fileTypes: Set<String> = [
        "png", "jpg", "jpeg", "gif", "webp", "heic", "heif", "svg", "pdf", "bmp", "tif", "tiff", "ico", "psd",
        "css",
        "scss", "js", "mjs", "ts", "tsx", "jsx", "json", "xml", "yml", "yaml", "html", "htm", "txt", "csv",
        "tsv", "log",
        "wav", "aac", "caf", "ttf", "otf", "woff", "plist", "strings", "storyboard", "xib", "nib",
        "swift", "apk",
        "ipa", "dmg", "tar", "gz", "tgz", "jar", "exe", "dll", "lottie", "imageset", "sqlite", "realm",
        "webm", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "rtf",
    ]

    /// Parts of a screen, as in `tap@button.checkout`; no top-level domains either.
    private static let screenParts: Set<String> = [
        "button", "screen", "tab", "label", "submit", "cancel", "header", "footer", "modal", "popup", "form",
        "item", "list", "row", "icon", "title", "cell", "image", "toggle", "slider", "field", "dialog",
        "checkout",
        "toolbar", "sidebar", "onboarding",
    ]

    private static let commonTopLevels: Set<String> = [
        "com", "org", "net", "edu", "gov", "io", "co", "de", "fr", "uk", "us", "eu", "es", "it", "nl", "ch",
        "at", "se",
        "no", "dk", "fi", "pl", "cz", "ru", "br", "mx", "in", "cn", "jp", "kr", "au", "ca", "info", "biz",
        "me", "app", "dev",
    ]

    private static func lowercased(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: label.prefix(24).map { ASCII.isLetter($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Letters, digits, the underscore, letters outside ASCII.
    @inline(__always)
    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x5F || byte == PlainText.letter
    }

    @inline(__always)
    private static func isLocalSign(_ byte: UInt8) -> Bool {
        byte == 0x2E || byte == 0x2D || byte == 0x2B || byte == 0x27 || byte == 0x25
    }
}
