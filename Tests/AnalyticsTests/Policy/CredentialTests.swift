import Analytics
import Testing

/// URLs with a credential, or a way to reach a person, in query, fragment or user info.
@Suite struct CredentialTests {
    @Test(arguments: [
        "https://x.example/a?access_token=abc", "https://x.example/a?page=2&token=abc",
        "https://x.example/#access_token=abc&type=bearer", "https://x.example/cb?code=abc&state=xyz",
        "https://x.example/cb?state=xyz&code=abc", "myapp://login?code=123&email=", "myapp://login?code=123",
        "com.example.app://cb?code=123", "https://x.example/?accessToken=abc",
        "https://x.example/?ID-TOKEN=abc",
        "https://x.example/?otp=1234", "https://x.example/?jwt=a.b.c", "https://x.example/?password=x",
        "https://x.example/?secret=x", "https://x.example/?session=x", "https://x.example/?email=ana",
        "https://x.example/?phone=12", "https://user:pass@localhost/", "postgres://app:pw@db:5432/main",
        "see https://x.example/?token=abc for more", "/reset?token=abc",
        "myapp://open?next=%2Freset%3Ftoken%3Dabc",
        "https://x.example/?next=https%253A%252F%252Fy.example%253Fotp%253D1",
        "https://x.example/?token%3Dabc",
        "https://x.example/?user[password]=x&token[]=y", "https://x.example/?a=1;token=abc",
    ])
    func aURLWithACredentialIsRemovedWithItsProperty(_ value: String) throws {
        let event = try RecordingPolicy.standard().kept(["link": .string(value), "plan": "pro"])
        #expect(event.keys == ["plan"], "\(value)")
        #expect(event.note.removed == [RemovedKey(key: "link", reason: .credential)], "\(value)")
    }

    @Test(arguments: [
        "https://x.example/?name=shoes", "https://shop.example/?code=SAVE20", "https://x.example/?token=",
        "https://x.example/?token", "https://x.example/token=abc", "https://x.example/?tokens_used=3",
        "https://x.example/?emailed=1", "https://x.example/?state=open",
        "https://x.example/?zipcode=1234&state=NY",
        "https://localhost:8080/a", "myapp://product?id=12", "postgres://app@localhost:5432/db",
        "https://x.example/?utm_source=mail&utm_medium=email", "price = 3 & token", "a&b=c", "x?y=z#w",
        "https://x.example/?code=1 and myapp://home", "https://x.example/?code=1 https://y.example/?state=2",
        "https://x.example/?session_length=3", "mailto:?subject=Hi",
    ])
    func aURLWithoutOneStays(_ value: String) throws {
        let event = try RecordingPolicy.standard().kept(["link": .string(value)])
        #expect(event.value("link") == .string(value), "\(value)")
    }

    @Test(arguments: ["token", "otp", "jwt", "cookie", "session_token", "resetToken", "OTP", "set-cookie"])
    func credentialsAreBlockedKeysByDefault(_ key: String) throws {
        let event = try RecordingPolicy.standard().kept([key: "abc", "flag": true])
        #expect(event.note.removed == [RemovedKey(key: key, reason: .blockedKey)])
    }

    @Test func aUserIDThatIsSuchAURLIsRefused() {
        #expect(UserIDRules.fault(in: "myapp://u?token=abc") != nil)
    }
}
