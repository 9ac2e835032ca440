/// When something can be had at present; a column of the table of keys.
public struct Condition: Sendable {
    /// Why it cannot be had, in words; nil when it can.
    let refusal: @Sendable (Model) -> String?

    /// At any time.
    static let always = Condition { _ in nil }

    /// Not in a dashboard that only shows.
    static let changing = Condition { model in
        model.isReadOnly ? "Read-only: this dashboard shows and changes nothing." : nil
    }

    /// Only with the embedded collector: a real server has its own faults and its own time.
    static let withOurServer = changing.and { model in
        model.collector.isOurs
            ? nil
            : "Not with the server at \(model.collector.fault): faults, clock and remote rules are its own."
    }

    /// Only while the app is in the background.
    static let inBackground = changing.and { model in
        model.present.lifecycle == .foreground
            ? "The app is in the foreground: no background time to run out." : nil
    }

    /// Only where there is a sample event of that number, the first being 0.
    static func sample(_ index: Int) -> Condition {
        changing.and { model in
            model.samples.indices.contains(index)
                ? nil : "There is no sample event \(index + 1); there are \(model.samples.count)."
        }
    }

    private func and(_ more: @escaping @Sendable (Model) -> String?) -> Condition {
        Condition { refusal($0) ?? more($0) }
    }
}

extension Model {
    /// Why a deed cannot be had at present, in words; nil when it can.
    func refusal(of deed: Deed) -> String? {
        switch deed {
        case .server, .serve, .speed, .advance, .wallBack: Condition.withOurServer.refusal(self)
        default: Condition.changing.refusal(self)
        }
    }
}
