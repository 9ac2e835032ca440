/// Strings that hold neither an e-mail address nor a telephone number, as they turn up in properties.
enum InnocentCorpus {
    static let mustStay: [String] =
        times + numbers + identifiers + addresses + software + signs + texts + products
}
