/// What a function in place of sockets is given, and what it gives back.
extension AnalyticsHarness {
    /// One HTTP request, as the real uploader made it.
    public struct Request: Sendable {
        /// `POST` or `GET`.
        public let method: String
        /// The path without host and query.
        public let path: String
        /// The header lines in order.
        public let headers: [(name: String, value: String)]
        /// The body as sent: gzip where there is one.
        public let body: [UInt8]
    }

    /// One HTTP answer, and how it travels.
    public struct Answer: Sendable {
        /// What becomes of the answer on its way.
        public enum Delivery: Sendable, Hashable {
            /// It arrives.
            case whole
            /// It begins and breaks off in the middle.
            case cut
            /// The connection is closed or reset before it begins.
            case reset
            /// There was no connection to begin with.
            case refused
            /// Nothing comes and nothing closes: the request waits for its own deadline.
            case never
        }

        /// The status code.
        public var status: Int
        /// The header lines; Retry-After and ETag are looked at.
        public var headers: [(name: String, value: String)]
        /// The body; over 64 KB counts as too long, as it does over a socket.
        public var body: [UInt8]
        /// What becomes of it.
        public var delivery: Delivery
        /// How long it takes on the harness's clock; test time goes on meanwhile.
        public var delay: Duration

        /// Receives a function to call when the server stops holding the answer back, also at once: a delayed answer then
        /// arrives, and one that would never come breaks off.
        package var whenHurried: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

        /// An answer that arrives at once unless told otherwise.
        public init(
            status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
            delivery: Delivery = .whole, delay: Duration = .zero
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.delivery = delivery
            self.delay = delay
        }
    }
}
