import struct Foundation.Data
import struct Foundation.Date
import class Foundation.JSONDecoder

/// The parts of the newest line on disk that a launch continues from.
struct LastEvent {
    var sequence: Int
    var sessionID: String
    var time: Timestamp?

    /// Nil when the line is not an event, or has a number that cannot be ours.
    init?(line: some Sequence<UInt8>) {
        guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(line)),
            fields.seq > 0, fields.seq < DurableState.highestNumber
        else {
            return nil
        }
        sequence = fields.seq
        sessionID = fields.session
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        time = (try? format.parse(fields.time)).map { Timestamp($0) }
    }

    private struct Fields: Decodable {
        var seq: Int
        var time: String
        var session: String
    }
}

extension DurableState {
    /// Sequence and session continue after the newest segment on disk, whatever the state file knew.
    mutating func `continue`(after header: SegmentHeader, _ lines: SegmentLines) {
        guard header.grant == grantID else { return }
        // Each whole line has a number, also one that cannot be read. A torn one was never sent by anyone.
        let numbers = lines.count
        if header.firstSequence > 0, header.firstSequence <= Self.highestNumber - numbers {
            nextSequence = max(nextSequence, header.firstSequence + numbers)
        }
        guard let (last, linesAfter) = lines.lastEvent() else { return }
        nextSequence = max(nextSequence, min(last.sequence + 1 + linesAfter, Self.highestNumber))
        // After a sign-out the newest segment can still be the old install's: its session must not continue.
        guard header.install == installID, let time = last.time else { return }
        if var session, session.id == last.sessionID {
            session.lastEvent = max(session.lastEvent, time)
            self.session = session
        } else if (session?.lastEvent ?? time) <= time {
            session = Session(id: last.sessionID, started: time, lastEvent: time)
        }
    }
}
