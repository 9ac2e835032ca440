import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How a raw connection came to its end.
enum StreamEnd: Equatable {
    case farewell, reset, timedOut
}

/// A blocking client that shows the bare bytes; every wait has a limit, for a fault only.
final class RawClient {
    private let descriptor: Int32
    private(set) var received: [UInt8] = []

    /// Nil when the connection is refused.
    init?(port: UInt16) {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        #if canImport(Darwin)
            var quiet: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &quiet, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if code != 0 { return nil }
    }

    deinit {
        close(descriptor)
    }

    var text: String { String(decoding: received, as: UTF8.self) }

    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        var left = Array(bytes)[...]
        while !left.isEmpty {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = left.withUnsafeBytes { platformSend(descriptor, $0.baseAddress, $0.count, flags) }
            if count <= 0 { return false }
            left = left.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Says that nothing more comes.
    func endOutput() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Reads until the test holds; false when the stream ended or the limit passed first.
    @discardableResult
    func read(until test: ([UInt8]) -> Bool) -> Bool {
        while !test(received) {
            if readSome() != nil { return false }
        }
        return true
    }

    func readToEnd() -> StreamEnd {
        while true {
            if let end = readSome() { return end }
        }
    }

    /// Reads one answer that states its length; the whole answer as text.
    func readAnswer() -> String? {
        var end = 0
        let isWhole = read { bytes in
            guard let header = Self.endOfHeader(bytes) else { return false }
            let head = String(decoding: bytes[..<header], as: UTF8.self).lowercased()
            let length =
                head.components(separatedBy: "content-length: ").dropFirst().first
                .flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
            end = header + length
            return bytes.count >= end
        }
        guard isWhole else { return nil }
        let answer = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end)
        return answer
    }

    static func endOfHeader(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in 0...(bytes.count - 4) where Array(bytes[index..<(index + 4)]) == [13, 10, 13, 10] {
            return index + 4
        }
        return nil
    }

    private func readSome() -> StreamEnd? {
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        let count = block.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            received += block[0..<count]
            return nil
        }
        if count == 0 { return .farewell }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .timedOut : .reset
    }
}

// `send` alone would mean the method above.
private func platformSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32)
    -> Int
{
    send(descriptor, bytes, count, flags)
}
