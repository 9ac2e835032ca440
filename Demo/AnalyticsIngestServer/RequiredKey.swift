import Foundation

/// The write key that a batch must carry, in whichever header a team prefers: one that was named, or else
/// `Authorization: Bearer` or `Basic`, or an `X-` header.
struct RequiredKey: Sendable {
    private let forms: Set<String>
    private let key: String
    private let header: String?

    init(_ key: String, header: String?) {
        self.key = key
        self.header = header?.lowercased()
        let basic = ["\(key):", ":\(key)", key].map { Data($0.utf8).base64EncodedString() }
        forms = Set(["Bearer \(key)", key] + basic.map { "Basic \($0)" })
    }

    /// The header, for a refusal.
    var name: String { header ?? "authorization" }

    func isCarried(by headers: [HeaderField]) -> Bool {
        headers.contains { field in
            let name = field.name.lowercased()
            if let header, name != header { return false }
            if name == "authorization" { return forms.contains(field.value) }
            return (header != nil || name.hasPrefix("x-")) && field.value == key
        }
    }
}
