/// What is wrong with the folder and its files now, as the status shows it.
struct QueueProblems: Sendable {
    /// Lasting problems beyond these are only in the journal.
    private static let mostLasting = 5

    var diskFull: FileFault?
    var unreadable: FileFault?
    var unreadableSegments = 0
    /// Files of a withdrawn grant that could not be deleted.
    var undeleted = 0
    var isMoved = false
    /// What stays so until the process ends.
    private var lasting: [TrackerStatus.Problem] = []

    /// Whether something of it is tried again by itself.
    var isRetried: Bool { diskFull != nil || unreadableSegments > 0 }

    mutating func add(_ problem: TrackerStatus.Problem) {
        if lasting.count < Self.mostLasting, !lasting.contains(problem) { lasting.append(problem) }
    }

    /// All of them, with what a withdrawal left.
    func all(_ withdrawal: TrackerStatus.Problem?) -> [TrackerStatus.Problem] {
        var all = withdrawal.map { [$0] } ?? []
        if isMoved { all.append(TrackerStatus.Problem(.directoryMoved)) }
        if let diskFull { all.append(TrackerStatus.Problem(.diskFull, detail: diskFull.description)) }
        if unreadableSegments > 0 {
            all.append(
                TrackerStatus.Problem(
                    .unreadable, count: unreadableSegments, detail: unreadable?.description ?? ""))
        }
        if undeleted > 0 { all.append(TrackerStatus.Problem(.undeletable, count: undeleted)) }
        return all + lasting
    }
}
