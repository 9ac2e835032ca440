import Analytics
import AnalyticsTesting
import Foundation

/// Playing a scenario for people to watch, and recording what they do.
extension DashboardHost {
    /// Plays at a pace that people can follow, 1 as a rule, and hands the keys back at the end or at any key.
    ///
    /// Meanwhile time stands still between the steps: what is expected must not depend on how long it takes to read
    /// a caption.
    public func play(_ scenario: Scenario, pace: Double = 1) {
        let name = scenario.file.split(separator: "/").last.map(String.init) ?? scenario.file
        harness.world.clock.run(atSpeed: 0)
        receive(.note("Playing \(name)."))
        playing = Task { [weak self, stage] in
            var report = ScenarioReport(file: name)
            var index = 0
            @MainActor func show(_ text: String) {
                self?.receive(
                    .playing(
                        Playback(name: name, index: index, count: scenario.steps.count, step: text)))
            }
            await ScenarioPlayer(scenario, on: stage, pace: pace).play(
                before: { step in
                    index += 1
                    if case .say(let text) = step.action {
                        show("")
                        self?.receive(.note(text))
                        return
                    }
                    show(Verb.line(step.action))
                    if case .deed(let deed) = step.action { self?.note(deed) }
                },
                after: { played in
                    report.add(played)
                    if !played.words.isEmpty { show("\(Verb.line(played.step.action)): \(played.words)") }
                    if let failure = played.failure { self?.receive(.note("FAILED: \(failure)")) }
                })
            self?.endPlay(Task.isCancelled ? "Stopped \(name). The keys are yours." : "\(report.outcome).")
        }
    }

    private func endPlay(_ words: String) {
        playing = nil
        // A file may have asked for a speed of its own.
        if harness.world.clock.speed == 0 { harness.world.clock.run(atSpeed: 1) }
        refresh()
        audit(isAsked: false)
        receive(.playing(nil))
        receive(.note(words))
    }

    /// Something is done: written down where a recording is on, and remembered where one may begin later.
    func note(_ deed: Deed) {
        recorder?.note(deed, at: harness.world.clock.elapsed)
        standing.note(deed)
    }

    func startRecording() {
        recorder = Recorder(
            seed: harness.world.seed, standing: standing.deeds, at: harness.world.clock.elapsed,
            found: Findings(stage, sessions: 0))
        receive(.recording(true, "Recording what is done from here; r again saves it."))
    }

    func saveRecording(as name: String) {
        guard let recorder else { return }
        let text = recorder.text(at: harness.world.clock.elapsed, found: Findings(stage, sessions: 0))
        do {
            let file = try keep(name, text)
            self.recorder = nil
            receive(.recording(false, "Saved: analytics-dashboard play \(file)"))
        } catch {
            receive(.recording(true, "Not saved, still recording: \(error.localizedDescription)"))
        }
    }
}
