import Analytics

/// What happens behind a paused view; it comes on the screen when the view goes on.
struct Behind: Sendable {
    /// The last look at the tracker and its world, with everything that has happened; nil when nothing has.
    private(set) var news: Refresh?
    /// How many things have happened.
    private(set) var count = 0

    /// Takes in a look.
    mutating func take(_ refresh: Refresh) {
        count += refresh.journal.count
        var refresh = refresh
        // A pause can be long: what would not be kept on the screen is not kept here.
        refresh.journal = Array(((news?.journal ?? []) + refresh.journal).suffix(Model.journalLength))
        news = refresh
    }
}
