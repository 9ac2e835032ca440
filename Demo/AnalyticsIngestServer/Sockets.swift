import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A system call that failed.
public struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The call, such as `bind`.
    public let call: String
    /// The error number.
    public let code: Int32

    init(_ call: String) {
        self.call = call
        code = errno
    }

    /// The call and the system's own words.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Thin wrappers over the system's calls; every descriptor is non-blocking and closed on exec.
enum Sockets {
    /// What came of trying to move bytes.
    enum Moved: Equatable {
        case bytes(Int)
        case wouldBlock
        case ended
    }

    /// A socket on 127.0.0.1 that holds its port but refuses connections until it listens.
    static func bound(to port: UInt16) throws(SocketError) -> (descriptor: Int32, port: UInt16) {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SocketError("socket") }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, Int32(1))
        prepare(descriptor)
        var address = loopback(port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, size) == 0 }
        }
        var length = size
        let isNamed = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                pointer.baseAddress.map { getsockname(descriptor, $0, &length) == 0 } ?? false
            }
        }
        guard isBound, isNamed else {
            let error = SocketError("bind")
            close(descriptor)
            throw error
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    static func startListening(_ descriptor: Int32) throws(SocketError) {
        guard listen(descriptor, 128) == 0 else { throw SocketError("listen") }
    }

    /// The next connection, or nil when none waits.
    static func accepted(from listener: Int32) -> Int32? {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        prepare(descriptor)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        return descriptor
    }

    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Moved {
        moved { buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) } }
    }

    static func transmit(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Moved {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return moved { bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) } }
    }

    /// Waits for events on some descriptors; the events that came, none when the time ran out.
    static func await(_ wanted: [(descriptor: Int32, events: Int32)], seconds: Double?) -> [Int32] {
        var list = wanted.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        let deadline = seconds.map { ProcessInfo.processInfo.systemUptime + $0 }
        while true {
            let left = deadline.map { max(0, $0 - ProcessInfo.processInfo.systemUptime) }
            let milliseconds = left.map { Int32(min(($0 * 1_000).rounded(.up), 1e9)) } ?? -1
            let count = poll(&list, nfds_t(list.count), milliseconds)
            if count >= 0 { return list.map { Int32($0.revents) } }
            guard errno == EINTR else { return list.map { _ in failed } }
        }
    }

    static let readable = Int32(POLLIN)
    static let writable = Int32(POLLOUT)
    private static let failed = Int32(POLLERR)

    /// Lets the connection's own thread notice: its waits return, its reads end.
    static func interrupt(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Says that nothing more comes; reading goes on.
    static func endOutput(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends listening at once. A close alone would not: a thread that polls the listener keeps it alive.
    static func stopListening(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    static func shut(_ descriptor: Int32) {
        close(descriptor)
    }

    /// Closes with a reset instead of a farewell.
    static func reset(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close(descriptor)
    }

    static func pair() throws(SocketError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SocketError("pipe") }
        for end in ends { closeOnExec(end) }
        return (ends[0], ends[1])
    }

    private static func moved(_ call: () -> Int) -> Moved {
        while true {
            let count = call()
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            default: return .ended
            }
        }
    }

    private static func prepare(_ descriptor: Int32) {
        closeOnExec(descriptor)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
            set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    private static func closeOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func set<Option: BitwiseCopyable>(
        _ descriptor: Int32, _ level: Int32, _ name: Int32, _ option: Option
    ) {
        var option = option
        setsockopt(descriptor, level, name, &option, socklen_t(MemoryLayout<Option>.size))
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        #if canImport(Darwin)
            address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// Wakes every thread that polls it, once and for good: closing the far end of a pipe needs no
/// reader to drain it. The next state of affairs gets a new signal.
final class WakeSignal: Sendable {
    let descriptor: Int32
    private let far: Locked<Int32?>

    init() throws(SocketError) {
        let ends = try Sockets.pair()
        descriptor = ends.read
        far = Locked(ends.write)
    }

    func fire() {
        far.withLock { end in
            if let open = end { Sockets.shut(open) }
            end = nil
        }
    }

    deinit {
        fire()
        Sockets.shut(descriptor)
    }
}
