import Analytics
import TerminalKit

/// What keys do.
extension Model {
    mutating func press(_ key: Key) -> [Effect] {
        // Control keys mean the terminal itself, whatever lies over the panes.
        if case .control = key, !isTyping, Binding.action(for: key) != nil { return act(on: key) }
        if key == .control("c") { return [.quit] }
        if playback != nil { return Binding.action(for: key) == .quit ? [.quit] : [.stopPlay] }
        if case .paste = key, !isTyping {
            message = "What was pasted does nothing here."
            return []
        }
        switch overlay {
        case .none: return act(on: key)
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

    private mutating func act(on key: Key) -> [Effect] {
        guard let binding = Binding.table.first(where: { $0.keys.contains(key) }) else {
            message = "\(key.label) does nothing; ? shows the keys."
            return []
        }
        return perform(binding.action)
    }

    /// Does what the key of an action does, unless it cannot be had at present.
    mutating func perform(_ action: Action) -> [Effect] {
        if let refusal = refusal(of: action) {
            message = refusal
            return []
        }
        switch action {
        case .fire(let index):
            return [.deed(.fire(samples[index], count: 1))]
        case .compose: overlay = .compose(Compose(samples: compositions, history: composed))
        case .autopilot: return [.autopilot]
        case .lab: overlay = .lab(Lab())
        case .burstMenu: overlay = .burst(BurstMenu())
        case .menu(let menu): overlay = .menu(self.menu(menu))
        case .lifecycle: return [.deed(status.lifecycle == .foreground ? .background : .foreground)]
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
        case .filter: overlay = .prompt(.filter(focus))
        case .pause:
            frozen = isPaused ? nil : (rates, queueSizes)
            message =
                isPaused
                ? "PAUSED: the tracker goes on. p again catches up." : "Goes on after \(missed) changes."
            missed = 0
        case .step(let step): return self.step(by: step)
        case .scroll(let motion): scroll(motion)
        case .open: return open()
        case .back: close()
        case .snapshot: return [.snapshot]
        case .help: overlay = .help(ListState())
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .quit:
            guard isRecording else { return [.quit] }
            overlay = .confirm(.leavingRecording)
        }
        return []
    }

    /// At once also in the model: two quick presses are two steps.
    private mutating func run(atSpeed speed: Int) -> [Effect] {
        self.speed = speed
        return [.deed(.speed(speed))]
    }

    /// Why an action cannot be had at present, in words; nil when it can.
    func refusal(of action: Action) -> String? {
        if isReadOnly, action.changesAnything { return Self.showsOnly }
        if !collector.isOurs, action.needsOurServer { return notOurs }
        return switch action {
        case .fire(let index) where !samples.indices.contains(index):
            "There is no sample event \(index + 1); there are \(samples.count)."
        case .expireBackground where status.lifecycle == .foreground:
            "The app is in the foreground: no background time to run out."
        case .menu(.server) where faults.isEmpty: "The server is not ours: its faults cannot be chosen."
        default: nil
        }
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
        switch Binding.action(for: key) {
        case .scroll(let motion):
            // As many steps as lines move the view: what is selected is its first line.
            _ = list.handle(motion.key, count: Binding.listed.count, height: 12)
            overlay = .help(list)
            return []
        default:
            overlay = .none
            return []
        }
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
        case .enter:
            overlay = .none
            switch prompt.purpose {
            case .identify: return [.deed(.identify(prompt.field.text))]
            case .filter(let pane): setFilter(prompt.field.text, of: pane)
            case .recording: return [.saveRecording(prompt.field.text)]
            }
        default:
            _ = prompt.field.handle(key)
            overlay = .prompt(prompt)
        }
        return []
    }

    private mutating func setFilter(_ text: String, of pane: PaneName) {
        filters[pane] = text.isEmpty ? nil : text
        lists[pane] = ListState()
        message =
            text.isEmpty ? "All lines are shown." : "Lines with \"\(text)\"; / and Enter shows all again."
    }
}
