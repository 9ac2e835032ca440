/// The first elements of a sequence in a given order, found in one pass: a heap of `capacity` elements whose root is
/// the last of them. Memory and comparisons per element do not depend on the length of the sequence.
package struct BoundedSelection<Element> {
    private let capacity: Int
    private let precedes: (Element, Element) -> Bool
    private var heap: [Element] = []
    /// How many elements were offered.
    package private(set) var offered = 0

    package init(capacity: Int, by precedes: @escaping (Element, Element) -> Bool) {
        self.capacity = capacity
        self.precedes = precedes
        heap.reserveCapacity(capacity)
    }

    /// Takes the element in if it is among the first ones so far.
    package mutating func offer(_ element: Element) {
        offered += 1
        if heap.count < capacity {
            heap.append(element)
            siftUp()
        } else if let last = heap.first, precedes(element, last) {
            heap[0] = element
            siftDown()
        }
    }

    /// The selected elements, in order.
    package func sorted() -> [Element] { heap.sorted(by: precedes) }

    private mutating func siftUp() {
        var index = heap.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard precedes(heap[parent], heap[index]) else { return }
            heap.swapAt(parent, index)
            index = parent
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var last = index
            let left = 2 * index + 1
            for child in left..<min(left + 2, max(left, heap.count)) {
                if precedes(heap[last], heap[child]) { last = child }
            }
            if last == index { return }
            heap.swapAt(index, last)
            index = last
        }
    }
}
