import Foundation

/// A batch whose every field was found right.
struct CheckedBatch {
    let batchID: String
    let install: String
    /// Milliseconds since 1970, by the device's clock.
    let sentAt: Int
    let events: [ArrivedEvent]
    let rawBytes: Int
}

/// Reads an opened body against the wire format: exact names, exact types, nothing more, nothing less.
struct BatchBody {
    private var check = FieldCheck()

    /// The batch, or all that is wrong with it (at most `FieldCheck.limit` findings).
    static func read(_ body: Data) -> (batch: CheckedBatch?, violations: [Violation]) {
        let parsed: Any
        do {
            parsed = try JSONSerialization.jsonObject(with: body)
        } catch {
            return (nil, [Violation(path: "body", reason: "is not JSON")])
        }
        if let problem = JSONLint.problem(in: [UInt8](body)) {
            return (nil, [Violation(path: "body", reason: problem)])
        }
        guard let object = parsed as? [String: Any] else {
            return (nil, [Violation(path: "body", reason: "is not an object")])
        }
        var reader = BatchBody()
        let batch = reader.batch(object, rawBytes: body.count)
        return reader.check.violations.isEmpty ? (batch, []) : (nil, reader.check.violations)
    }

    private mutating func batch(_ object: [String: Any], rawBytes: Int) -> CheckedBatch? {
        check.keys(of: object, at: "", required: ["batchId", "sentAt", "install", "context", "events"])
        let batchID = check.identifier(object["batchId"], at: "batchId")
        let sentAt = check.time(object["sentAt"], at: "sentAt")
        let install = check.identifier(object["install"], at: "install")
        context(object["context"])
        let events = events(object["events"], install: install ?? "")
        guard let batchID, let sentAt, let install, let events else { return nil }
        return CheckedBatch(
            batchID: batchID, install: install, sentAt: sentAt, events: events, rawBytes: rawBytes)
    }

    private mutating func context(_ value: Any?) {
        guard let object = check.object(value, at: "context") else { return }
        let names = ["app", "os", "device", "locale", "sdk"]
        check.keys(of: object, at: "context", required: names)
        for name in names { _ = check.string(object[name], at: "context.\(name)") }
    }

    private mutating func events(_ value: Any?, install: String) -> [ArrivedEvent]? {
        guard let value else { return nil }
        guard let list = value as? [Any] else {
            check.report("events", "is not a list")
            return nil
        }
        if list.isEmpty { check.report("events", "is empty") }
        var events: [ArrivedEvent] = []
        events.reserveCapacity(list.count)
        for (index, item) in list.enumerated() where !check.isFull {
            if let event = event(item, at: "events[\(index)]", install: install) { events.append(event) }
        }
        return events
    }

    private mutating func event(_ value: Any, at path: String, install: String) -> ArrivedEvent? {
        guard let object = check.object(value, at: path) else { return nil }
        check.keys(
            of: object, at: path,
            required: ["id", "name", "schema", "time", "seq", "session", "sampleRate", "props"],
            optional: ["user"])
        let id = check.identifier(object["id"], at: "\(path).id")
        let name = check.name(object["name"], at: "\(path).name")
        let schema = check.int(object["schema"], at: "\(path).schema")
        let time = check.time(object["time"], at: "\(path).time")
        let seq = check.sequence(object["seq"], at: "\(path).seq")
        let session = check.identifier(object["session"], at: "\(path).session")
        let rate = check.rate(object["sampleRate"], at: "\(path).sampleRate")
        let user = check.identifier(object["user"], at: "\(path).user")
        let props = props(object["props"], at: "\(path).props")
        guard let id, let name, let schema, let time, let seq, let session, let rate, let props else {
            return nil
        }
        return ArrivedEvent(
            id: id, name: name, schema: schema, time: time, seq: seq, session: session,
            sampleRate: rate, user: user, install: install, props: props)
    }

    private mutating func props(_ value: Any?, at path: String) -> [String: ArrivedValue]? {
        guard let object = check.object(value, at: path) else { return nil }
        var props: [String: ArrivedValue] = [:]
        props.reserveCapacity(object.count)
        for key in object.keys.sorted() {
            props[key] = check.scalar(object[key], at: "\(path).\(key)")
        }
        return props
    }
}
