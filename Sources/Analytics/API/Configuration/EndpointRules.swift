import struct Foundation.URL

/// Which addresses can be used at all.
enum EndpointRules {
    /// Why an address cannot be used; nil when it can.
    static func fault(in address: URL, called name: String) -> String? {
        guard let host = address.host, !host.isEmpty else { return "\(name) has no host" }
        switch address.scheme?.lowercased() {
        case "https": return nil
        case "http" where isLoopback(host): return nil
        case "http": return "\(name) is http and not on this machine; use https"
        default: return "\(name) must be https"
        }
    }

    /// Exactly the loopback names and addresses: `127.evil.example` is not one.
    static func isLoopback(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
