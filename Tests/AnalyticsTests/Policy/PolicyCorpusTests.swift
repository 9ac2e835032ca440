import Analytics
import Testing

@Suite("What is taken for personal data")
struct PolicyCorpusTests {
    @Test("An e-mail address never gets through", arguments: EmailCorpus.mustGo)
    func emailGoes(_ value: String) {
        #expect(PersonalDataScan.find(in: value) == .email, "\(value)")
    }

    @Test("A telephone number never gets through", arguments: PhoneCorpus.mustGo)
    func phoneGoes(_ value: String) {
        #expect(PersonalDataScan.find(in: value) == .phone, "\(value)")
    }

    @Test("What is plainly neither stays", arguments: InnocentCorpus.mustStay)
    func innocentStays(_ value: String) {
        #expect(PersonalDataScan.find(in: value) == nil, "\(value)")
    }

    @Test("The corpora are as large as promised, without repeats")
    func sizes() {
        let goes = EmailCorpus.mustGo + PhoneCorpus.mustGo
        #expect(Set(goes).count == goes.count)
        #expect(goes.count >= 200)
        let stays = InnocentCorpus.mustStay
        let repeats = Dictionary(grouping: stays, by: \.self).filter { $0.value.count > 1 }.keys
        #expect(repeats.isEmpty)
        #expect(stays.count >= 500)
    }
}
