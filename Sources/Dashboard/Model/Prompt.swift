import TerminalKit

/// A line that is typed; while it is open every letter is text.
public struct Prompt: Sendable, Equatable {
    /// What the text is for.
    public enum Purpose: Sendable, Equatable {
        case identify
        case filter(PaneName)
        case recording
    }

    let purpose: Purpose
    let title: String
    let hint: String
    var field: TextField

    /// Asks for a user's ID, with one that would be taken.
    static let identify = Prompt(
        purpose: .identify, title: "Identify", hint: "An opaque ID; one that looks personal is refused.",
        field: TextField("user-4711", limit: 200))

    /// Asks which lines of a pane to show.
    static func filter(_ pane: PaneName) -> Prompt {
        Prompt(
            purpose: .filter(pane), title: "Filter \(pane.title)",
            hint: "Lines that hold this; empty shows all.",
            field: TextField())
    }

    /// Asks where to keep a recording.
    static let recording = Prompt(
        purpose: .recording, title: "Save the recording", hint: "A new file; Esc goes on recording.",
        field: TextField("recording.scenario", limit: 400))
}
