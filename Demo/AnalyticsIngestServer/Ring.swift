/// The newest values, oldest first, bounded by number and by weight.
struct Ring<Element> {
    private var slots: [(element: Element, weight: Int)] = []
    private var head = 0
    private var weight = 0
    private let capacity: Int
    private let weightLimit: Int

    /// Keeps at most `capacity` values, together no heavier than `weightLimit`; always the newest one.
    init(capacity: Int, weightLimit: Int = .max) {
        self.capacity = max(1, capacity)
        self.weightLimit = weightLimit
    }

    var count: Int { slots.count - head }

    var elements: [Element] { slots[head...].map(\.element) }

    /// The newest `limit` values, oldest first.
    func newest(_ limit: Int) -> [Element] {
        slots[head...].suffix(limit).map(\.element)
    }

    /// Adds a value; returns those that had to go.
    mutating func append(_ element: Element, weight added: Int = 0) -> [Element] {
        slots.append((element, added))
        weight += added
        var gone: [Element] = []
        while count > capacity || (weight > weightLimit && count > 1) {
            gone.append(slots[head].element)
            weight -= slots[head].weight
            head += 1
        }
        compactIfWorthIt()
        return gone
    }

    /// Replaces the newest value that matches; does nothing when it has already gone.
    mutating func updateLast(where matches: (Element) -> Bool, _ update: (inout Element) -> Void) {
        guard let index = slots[head...].lastIndex(where: { matches($0.element) }) else { return }
        update(&slots[index].element)
    }

    // Half the slots dead: the move is paid for by as many appends.
    private mutating func compactIfWorthIt() {
        guard head > 32, head * 2 > slots.count else { return }
        slots.removeFirst(head)
        head = 0
    }
}
