import Foundation

/// The remote configuration as served: any bytes, so that a broken document can be tried.
struct ConfigurationDocument {
    let bytes: Data
    /// Follows from the bytes alone, so that the same document has the same tag after a restart.
    let tag: String

    init(_ bytes: Data) {
        self.bytes = bytes
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        tag = "\"\(String(hash, radix: 16))\""
    }

    func isHeld(by ifNoneMatch: String?) -> Bool {
        guard let ifNoneMatch else { return false }
        return ifNoneMatch.split(separator: ",").contains { part in
            let entry = part.trimmingCharacters(in: .whitespaces)
            return entry == "*" || entry == tag || entry == "W/\(tag)"
        }
    }
}

extension Collector {
    /// Sets the document served at `configurationPath`; nil answers 404.
    ///
    /// The bytes are served as they are, valid JSON or not.
    public func setConfiguration(_ document: Data?) {
        change { state in
            state.document = document.map(ConfigurationDocument.init)
            return ((), [.configuration])
        }
    }

    func answerConfiguration(_ request: IngestRequest) -> AnswerPlan {
        change { state in
            state.counts.configuration.requests += 1
            guard state.faults.standing != .offline else {
                return (AnswerPlan(number: nil, status: 503, delivery: .refused), [.configuration])
            }
            guard let document = state.document else {
                state.counts.configuration.absent += 1
                return (AnswerPlan(number: nil, status: 404), [.configuration])
            }
            let tag = HeaderField("ETag", document.tag)
            if document.isHeld(by: request.header("if-none-match")) {
                state.counts.configuration.notModified += 1
                return (AnswerPlan(number: nil, status: 304, headers: [tag]), [.configuration])
            }
            state.counts.configuration.sent += 1
            let plan = AnswerPlan(
                number: nil, status: 200, headers: [tag, AnswerPlan.json], body: .bytes(document.bytes))
            return (plan, [.configuration])
        }
    }
}
