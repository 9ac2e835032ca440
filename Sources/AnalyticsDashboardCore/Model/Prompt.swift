import AnalyticsTerminalKit

/// A line that is typed; while it is open every letter is text.
public struct Prompt: Sendable, Equatable {
    /// What the text is for.
    public enum Purpose: Sendable, Equatable {
        case identify
        /// Of a pane's list, or of the lines that are open inside it.
        case filter(PaneName, isInside: Bool)
        case recording
    }

    let purpose: Purpose
    let title: String
    let hint: String
    /// What is said when it is left.
    let left: String
    var field: TextField
    /// What is wrong with the text; nil until Enter finds out.
    var complaint: String?

    /// Asks for a user's ID, with one that would be taken.
    static let identify = Prompt(
        purpose: .identify, title: "Identify", hint: "An opaque ID; one that looks personal is refused.",
        left: "Nobody was identified.", field: TextField("user-4711", limit: 200))

    /// Asks which lines of a pane to show.
    static func filter(_ pane: PaneName, isInside: Bool) -> Prompt {
        Prompt(
            purpose: .filter(pane, isInside: isInside), title: "Filter \(isInside ? "lines" : pane.title)",
            hint: "Lines that hold this; empty shows all.", left: "The filter stays as it was.",
            field: TextField())
    }

    /// Asks where to keep a recording.
    static let recording = Prompt(
        purpose: .recording, title: "Save the recording", hint: "A new file; Esc goes on recording.",
        left: "The recording goes on.", field: TextField("recording.scenario", limit: 400))
}
