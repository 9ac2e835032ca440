/// The scenario that is playing, and how far it is.
public struct Playback: Sendable, Equatable {
    /// The scenario's name.
    let name: String
    /// Which step it is at, from 1.
    let index: Int
    let count: Int
    /// The step as it is written, and how it ended once it has.
    let step: String

    /// A scenario at its `index`th step of `count`.
    public init(name: String, index: Int, count: Int, step: String) {
        self.name = name
        self.index = index
        self.count = count
        self.step = step
    }

    /// Such as `3/24`.
    var place: String { "\(index)/\(count)" }
}
