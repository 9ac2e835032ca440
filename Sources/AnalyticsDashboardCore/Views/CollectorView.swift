import AnalyticsTerminalKit

/// What has arrived, as the server counts it.
enum CollectorView {
    /// In as many columns as the height asks for, where the width has room for more than one; `least` leaves more to
    /// what is below.
    static func draw(_ model: Model, columns least: Int = 1, on canvas: inout Canvas, in rect: Rect) {
        canvas.draw(Pane("Collector", isFocused: model.focus == .collector), in: rect)
        let inner = Pane.content(of: rect).inset(left: 1)
        let rows = rows(model)
        let count =
            rect.width >= wide ? max(least, (rows.count + inner.height - 1) / max(1, inner.height)) : 1
        let height = (rows.count + count - 1) / count
        let columns = inner.columns((0..<count).map { _ in .flexible() })
        for column in 0..<count {
            canvas.draw(
                KeyValueRows(Array(rows.dropFirst(column * height).prefix(height))),
                in: columns[column].inset(right: column + 1 < count ? 1 : 0))
        }
    }

    /// How tall the large pane's counts are.
    static func largeHeight(width: Int) -> Int { width >= wide ? 7 : 11 }

    private static let wide = 56

    private static func rows(_ model: Model) -> [KeyValueRows.Row] {
        let collector = model.collector
        guard collector.isOurs else {
            return [
                KeyValueRows.Row("server", StyledLine(collector.fault)),
                KeyValueRows.Row("counts", StyledLine("its own, not seen here", .muted)),
            ]
        }
        let answers = collector.requests.sorted { $0.key < $1.key }.map { status, count in
            "\(status == 0 ? "none" : "\(status)"): \(count)"
        }
        let lost = model.lives.lost(missing: collector.missing)
        return [
            KeyValueRows.Row("behaves", StyledLine(collector.fault, collector.fault == "200" ? .good : .bad)),
            KeyValueRows.Row("unique", StyledLine(CountText.grouped(collector.unique), .good)),
            KeyValueRows.Row("repeats", StyledLine("\(CountText.grouped(collector.duplicates)) absorbed")),
            KeyValueRows.Row("rejected", StyledLine(CountText.grouped(collector.rejected))),
            KeyValueRows.Row(
                "lost",
                StyledLine(
                    CountText.grouped(lost)
                        + (collector.missing > lost
                            ? ", \(CountText.grouped(collector.missing - lost)) gaps accounted for" : ""),
                    lost > 0 ? Style(.bad, .reverse) : .normal)),
            KeyValueRows.Row(
                "requests", StyledLine(answers.isEmpty ? "none" : answers.joined(separator: "  "))),
            KeyValueRows.Row("skew", StyledLine(collector.skew.map { "\($0) ms" } ?? "-")),
            KeyValueRows.Row("gzip", StyledLine(gzip(collector))),
            KeyValueRows.Row(
                "problems", StyledLine("\(collector.problems)", collector.problems > 0 ? .bad : .normal)),
        ]
    }

    private static func gzip(_ collector: CollectorSummary) -> String {
        guard collector.rawBytes > 0 else { return "-" }
        let share = collector.sentBytes * 100 / collector.rawBytes
        return "\(Words.bytes(collector.sentBytes)) of \(Words.bytes(collector.rawBytes)), \(share) %"
    }
}
