import Analytics
import AnalyticsTerminalKit

/// What keys do.
extension Model {
    mutating func press(_ key: Key) -> [Effect] {
        let binding = Binding.of(key)
        let context = context
        if let binding, binding.contexts.contains(context) { return perform(binding) }
        switch context {
        case .tooSmall: return []
        case .over: return pressOver(key)
        default: break
        }
        if case .paste = key {
            message = "What was pasted does nothing here."
        } else {
            let place = binding == nil ? "" : " here"
            message = "\(key.label) does nothing\(place); ? shows the keys."
        }
        return []
    }

    /// What is on the screen.
    public var context: Binding.Context {
        if size.width < Screen.smallest.width || size.height < Screen.smallest.height { return .tooSmall }
        if playback != nil || overlay != .none { return .over }
        if opened != nil { return .event }
        if openSegment != nil { return .segment }
        return zoom == nil ? .panes : .large
    }

    /// A key while something lies over the panes.
    private mutating func pressOver(_ key: Key) -> [Effect] {
        // Any key takes the scenario's keys over.
        if case .paste = key, !isTyping {
            message = "What was pasted does nothing here."
            return []
        }
        if playback != nil {
            if Binding.of(key)?.action == .quit { return [.quit] }
            // A show that nobody can touch goes on.
            return isReadOnly ? [] : [.stopPlay]
        }
        switch overlay {
        case .none: return []
        case .help(let list): return press(key, inHelp: list)
        case .books:
            overlay = .none
            return []
        case .menu(let menu): return press(key, in: menu)
        case .burst(let menu): return press(key, in: menu)
        case .confirm(let question): return press(key, in: question)
        case .prompt(let prompt): return press(key, in: prompt)
        case .compose(let compose): return press(key, in: compose)
        case .lab(let lab): return press(key, in: lab)
        }
    }

    /// Whether letters are text at present.
    var isTyping: Bool {
        switch overlay {
        case .prompt, .compose, .lab: true
        default: false
        }
    }

    /// Does what the key of an action does, unless it cannot be had at present.
    mutating func perform(_ action: Action) -> [Effect] { Binding.of(action).map { perform($0) } ?? [] }

    private mutating func perform(_ binding: Binding) -> [Effect] {
        if let refusal = binding.refusal(in: self) {
            message = refusal
            return []
        }
        switch binding.action {
        case .fire(let index):
            return [.deed(.fire(samples[index], count: 1))]
        case .compose: overlay = .compose(Compose(samples: compositions, history: composed))
        case .autopilot: return [.autopilot]
        case .lab: overlay = .lab(Lab())
        case .burstMenu: overlay = .burst(BurstMenu())
        case .menu(let menu): overlay = .menu(self.menu(menu))
        case .lifecycle: return [.deed(present.lifecycle == .foreground ? .background : .foreground)]
        case .expireBackground: return [.deed(.expireBackground)]
        case .flush: return [.deed(.flush)]
        case .identify: overlay = .prompt(.identify)
        case .logOut: return [.deed(.logOut)]
        case .slower: return run(atSpeed: Self.speeds.last { $0 < speed } ?? 1)
        case .faster: return run(atSpeed: Self.speeds.first { $0 > speed } ?? 60)
        case .wallBack: return [.deed(.wallBack(.seconds(3_600)))]
        case .audit: return [.audit]
        case .record:
            guard isRecording else { return [.startRecording] }
            overlay = .prompt(.recording)
        case .filter:
            // What is not a list in the small view is one in the large view.
            let opens = zoom == nil && ![.journal, .segments].contains(focus)
            overlay = .prompt(.filter(focus, isInside: openSegment != nil))
            return opens ? open() : []
        case .pause:
            guard let behind else {
                behind = Behind()
                message = "PAUSED: the tracker goes on. p again catches up."
                return []
            }
            self.behind = nil
            if let news = behind.news { take(news) }
            message = "Goes on: \(CountText.of(behind.count, "thing", "things")) happened meanwhile."
            // The last look may be as old as the pause: the clocks must not stand still until something happens.
            return [.refresh] + (zoom.map(look) ?? [])
        case .step(let step): return self.step(by: step)
        case .scroll(let motion): scroll(motion)
        case .open: return open()
        case .back: close()
        case .snapshot: return [.snapshot]
        case .help: overlay = .help(ListState())
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .quit:
            // Asked once: who presses it again means it.
            guard isRecording, overlay != .confirm(.leavingRecording) else { return [.quit] }
            overlay = .confirm(.leavingRecording)
        }
        return []
    }

    /// At once also in the model: two quick presses are two steps.
    private mutating func run(atSpeed speed: Int) -> [Effect] {
        self.speed = speed
        return [.deed(.speed(speed))]
    }

    private func menu(_ menu: Action.MenuName) -> Menu {
        switch menu {
        case .consent: consentMenu
        case .server: serverMenu
        case .network: networkMenu
        case .remote: switchMenu
        case .disk: diskMenu
        case .crash: crashMenu
        case .jump: jumpMenu
        }
    }

    private mutating func press(_ key: Key, inHelp list: ListState) -> [Effect] {
        var list = list
        guard case .scroll(let motion) = Binding.of(key)?.action else {
            overlay = .none
            return []
        }
        // As many steps as lines move the view: what is selected is its first line.
        let height = HelpView.height(on: size)
        _ = list.handle(motion.key, count: HelpView.lines.count - height + 1, height: height)
        overlay = .help(list)
        return []
    }

    private mutating func press(_ key: Key, in menu: Menu) -> [Effect] {
        var menu = menu
        switch menu.handle(key) {
        case .open: overlay = .menu(menu)
        case .chosen(.deed(let deed)):
            overlay = .none
            return [.deed(deed)]
        case .chosen(.dangerous(let question)): overlay = .confirm(question)
        case .cancelled:
            overlay = .none
            message = menu.cancelled
        }
        return []
    }

    private mutating func press(_ key: Key, in menu: BurstMenu) -> [Effect] {
        var menu = menu
        switch menu.handle(key) {
        case .open: overlay = .burst(menu)
        case .chosen(let burst):
            overlay = .none
            return [.deed(.burst(burst))]
        case .cancelled:
            overlay = .none
            message = "Nothing fired."
        }
        return []
    }

    private mutating func press(_ key: Key, in question: Confirmation) -> [Effect] {
        var question = question
        switch question.dialog.handle(key) {
        case .open: overlay = .confirm(question)
        case .chosen(let index) where question.dialog.choices[index].isDangerous:
            overlay = .none
            return [question.effect]
        case .chosen, .cancelled:
            overlay = .none
            message = question.declined
        }
        return []
    }

    private mutating func press(_ key: Key, in prompt: Prompt) -> [Effect] {
        var prompt = prompt
        switch key {
        case .escape:
            overlay = .none
            message = prompt.left
        case .enter:
            overlay = .none
            switch prompt.purpose {
            case .identify:
                // Stays open: what is typed next must not become commands.
                if let why = lab.refusal(ofUser: prompt.field.text) {
                    prompt.complaint = "Refused: \(why)."
                    overlay = .prompt(prompt)
                    return []
                }
                return [.deed(.identify(prompt.field.text))]
            case .filter(let pane, let isInside): setFilter(prompt.field.text, of: pane, isInside: isInside)
            case .recording: return [.saveRecording(prompt.field.text)]
            }
        default:
            _ = prompt.field.handle(key)
            prompt.complaint = nil
            overlay = .prompt(prompt)
        }
        return []
    }

    private mutating func setFilter(_ text: String, of pane: PaneName, isInside: Bool) {
        if isInside {
            lineFilter = text.isEmpty ? nil : text
        } else {
            filters[pane] = text.isEmpty ? nil : text
        }
        lists[pane] = ListState()
        message =
            text.isEmpty ? "All lines are shown." : "Lines with \"\(text)\"; / and Enter shows all again."
    }
}
