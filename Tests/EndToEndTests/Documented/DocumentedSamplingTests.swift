import AnalyticsTesting
import Testing

@Suite("Documented sampling")
struct DocumentedSamplingTests {
    @Test("Every published vector is what the code computes")
    func vectors() throws {
        let rows = try Article("Sampling").table(below: "## Test vectors")
        #expect(rows.count == 5)
        let lab = PolicyLab()
        for row in rows {
            let (install, key) = (Self.plain(row[0]), Self.plain(row[1]))
            let hash = String(lab.samplingHash(installID: install, key: key), radix: 16)
            #expect(Self.plain(row[2]) == "0x\(hash)", "\(install) \(key)")
            for (cell, rate) in [(row[3], 0.25), (row[4], 0.5)] {
                let isKept = lab.keeps(installID: install, key: key, rate: rate)
                #expect(cell == (isKept ? "yes" : "no"), "\(install) \(key) at \(rate)")
            }
        }
    }

    private static func plain(_ cell: String) -> String {
        cell == "(empty)" ? "" : cell.filter { $0 != "`" }
    }
}
