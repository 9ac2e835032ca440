/// The scenario that is playing, and how far it is.
public struct Playback: Sendable, Equatable {
    /// The scenario's name.
    let name: String
    /// Which step it is at, from 1.
    let index: Int
    let count: Int
    /// The step as it is written, and how it ended once it has.
    let step: String

    /// Such as `3/24`.
    var place: String { "\(index)/\(count)" }
}
