import Analytics
import AnalyticsTesting
import CNcurses
import CZlib
import CursesTerminal
import Dashboard
import IngestServer
import SampleApp
import TerminalKit
import Testing
import Victim

/// That this file compiles is the test: a host has targets and public types of everyday names, and so had the SDK once.
@Suite("The host's names beside the SDK's", .timeLimit(.minutes(1)))
struct NameTests {
    @Test("The host's types of everyday names are used unqualified beside both products of the SDK")
    func hostTypesAreNotAmbiguous() {
        let account = Account.savings
        let time = Timestamp.now
        let conditions = Conditions.dry
        let audit = Audit.yearly
        let request = Request.open
        #expect(account != .checking && time != .later && conditions != .wet)
        #expect(audit != .monthly && request != .closed && NetworkCondition.good != .bad)
        #expect(cn_screen_open() == 24 && czlib_crc32() == 32)
    }

    @Test("The SDK's types of the same meaning are there under their own names")
    func typesOfTheSDKAreThere() {
        let account: Ledger.Account = .waiting
        let conditions = DeviceConditions(network: .offline)
        let lab = PolicyLab().decide(name: "opened")
        #expect(account == .waiting && conditions.network == .offline && lab.isKept)
    }
}
