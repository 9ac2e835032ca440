extension BidirectionalCollection<UInt8> {
    /// The bytes between leading and trailing blanks: spaces, tabs and line ends, which HTTP allows around a value.
    func trimmingBlanks() -> SubSequence {
        let rest = drop(while: Self.isBlank)
        guard let last = rest.lastIndex(where: { !Self.isBlank($0) }) else { return rest }
        return rest[...last]
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}
