extension Fault: CaseIterable {
    /// The faults of an operator's menu, with usual parameters.
    public static let menu: [Fault] = [
        .ok, .partialReject(every: 3), .tooManyRequests(retryAfter: 30), .unavailable(retryAfter: nil),
        .status(400), .status(401), .status(413), .redirect(302), .captivePortal, .slow(seconds: 5),
        .storedThenLost, .reset, .offline,
    ]

    /// Every kind of fault, the menu first, then those that tests need.
    public static let allCases: [Fault] =
        menu + [
            .cutShort, .endlessBody, .hugeBody(megabytes: 100), .drip(milliseconds: 50),
            .gzipBomb(megabytes: 256), .neverAnswers, .retryAfterText("soon"), .junkRejected, .emptyAnswer,
        ]

    /// The word that a person types, with its parameter after a colon; `Fault(word)` reads it back.
    public var word: String {
        switch self {
        case .ok: "200"
        case .partialReject(let every): "partial:\(every)"
        case .tooManyRequests(let pause): "429:\(pause)"
        case .unavailable(nil): "503"
        case .unavailable(let pause?): "503:\(pause)"
        case .status(let status): "\(status)"
        case .redirect(let status): "redirect:\(status)"
        case .captivePortal: "portal"
        case .slow(let seconds): "slow:\(Int(exactly: seconds).map(String.init) ?? "\(seconds)")"
        case .storedThenLost: "lost"
        case .reset: "reset"
        case .offline: "offline"
        case .cutShort: "cut"
        case .endlessBody: "endless"
        case .hugeBody(let megabytes): "huge:\(megabytes)"
        case .drip(let pause): "drip:\(pause)"
        case .gzipBomb(let megabytes): "bomb:\(megabytes)"
        case .neverAnswers: "never"
        case .retryAfterText(let text): "retry-after:\(text)"
        case .junkRejected: "junk"
        case .emptyAnswer: "empty"
        }
    }

    /// A short name for a menu or a header.
    public var name: String {
        switch self {
        case .ok: "200"
        case .partialReject: "partial reject"
        case .tooManyRequests: "429"
        case .unavailable: "503"
        case .status(let status): "\(status)"
        case .redirect(let status): "redirect \(status)"
        case .captivePortal: "captive portal"
        case .slow: "slow"
        case .storedThenLost: "stored, then lost"
        case .reset: "reset"
        case .offline: "offline"
        case .cutShort: "cut short"
        case .endlessBody: "endless answer"
        case .hugeBody: "huge answer"
        case .drip: "drip"
        case .gzipBomb: "gzip bomb"
        case .neverAnswers: "never answers"
        case .retryAfterText: "odd Retry-After"
        case .junkRejected: "junk rejections"
        case .emptyAnswer: "empty answer"
        }
    }

    /// One line in an operator's words.
    public var summary: String {
        switch self {
        case .ok: "Takes everything and says so"
        case .partialReject(let every): "Refuses the first and then every event \(max(1, every)) further on"
        case .tooManyRequests(let pause): "Too many requests: come back in \(pause) s"
        case .unavailable(nil): "Overloaded; does not say when to come back"
        case .unavailable(let pause?): "Overloaded: come back in \(pause) s"
        case .status(400): "Calls every batch malformed"
        case .status(401): "Does not know the write key"
        case .status(413): "Calls every batch too large"
        case .status(let status): "Answers everything with \(status)"
        case .redirect: "Sends the client to another address"
        case .captivePortal: "A network's log-in page answers in its place"
        case .slow(let seconds):
            "Stores at once, answers after \(Int(exactly: seconds).map(String.init) ?? "\(seconds)") s"
        case .storedThenLost: "Stores the batch, but the answer never arrives"
        case .reset: "Cuts the connection off once the request is read"
        case .offline: "Nobody is there: connections are refused"
        case .cutShort: "Stores, but the answer breaks off in the middle"
        case .endlessBody: "Stores, then the answer never stops"
        case .hugeBody(let megabytes): "Stores, then answers with \(megabytes) MB"
        case .drip(let pause): "Stores, then answers one byte every \(pause) ms"
        case .gzipBomb(let megabytes): "Stores, then a small answer unpacks to \(megabytes) MB"
        case .neverAnswers: "Takes the request and stays silent"
        case .retryAfterText(let text): "Overloaded, with the odd Retry-After \"\(text)\""
        case .junkRejected: "Stores, then rejects events that were never sent"
        case .emptyAnswer: "Stores, then answers 200 with nothing"
        }
    }
}
