import Analytics
import Testing

@Suite("Personal data is kept out")
struct PolicyScrubTests {
    @Test(
        "Keys that name personal data go",
        arguments: [
            "email", "e-mail", "E_MAIL", "eMail", "Email", "EMAIL", "userEmail", "user_email", "userEMail",
            "USER-EMAIL", "work email", "email2",
            "email_address", "emailAddress", "emails", "email_hash", "emailSHA256", "email_md5",
            "hashed.email", "contact.email", "email_work",
            "PHONE_NUMBER", "phone", "phoneNumber", "phone_mobile", "homePhone", "customer_phone_1",
            "phone_e164", "telephone", "mobile", "cellPhone",
            "name", "Name", "NAME", "names", "first_name", "firstName", "FirstName", "firstname", "Full Name",
            "full-name", "user.name", "username",
            "userName", "customer_name", "lastName", "surname", "contactName", "name_first", "displayName",
            "user_display_name", "address", "Address",
            "home_address", "billingAddress", "address_line_2", "addressLine1", "user_address", "postal_code",
            "ip", "ip_address", "clientIP", "date_of_birth",
            "dateOfBirth", "DOB", "birthday", "ssn", "passport_number", "password", "user_password",
            "auth_token", "accessToken", "apiKey", "iban",
            "creditCardNumber", "cvv", "nickName", "n-a-m-e", "IDFA",
        ])
    func blocked(_ key: String) throws {
        let event = try RecordingPolicy.standard().kept([key: "anna", "plan": "pro"])
        #expect(event.keys == ["plan"])
        #expect(event.note.removed == [RemovedKey(key: key, reason: .blockedKey)])
    }

    @Test(
        "Keys that only resemble them stay",
        arguments: [
            "screen_name", "screenName", "product_name", "productName", "nameserver", "filename", "file_name",
            "event_name", "app_name", "namespace",
            "rename", "renamed", "username_length", "name_length", "email_template", "emailTemplate",
            "email_count", "emails_sent", "email_opened", "email_type",
            "phone_model", "phoneType", "iPhone", "iPhone_model", "is_iPhone", "microphone", "headphones",
            "telephony", "address_count", "page_address_bar",
            "ip_version", "zip", "ship", "tip", "clip", "vip", "mobile_app", "is_mobile_layout",
            "contact_method", "hotel", "faxed", "street_view", "user_id",
            "plan", "source", "screen", "index", "duration_ms", "is_first", "id", "at", "x", "1", "_", "日本語",
            "país", "city", "country", "age_group",
            "token_count", "passport_check", "birthdays_shown", "secretary", "mailbox", "email_domain_type",
            "brand_name", "company_name", "campaignName",
            "$set", "utm[source]", "key with spaces", "🎉",
        ])
    func allowed(_ key: String) throws {
        let event = try RecordingPolicy.standard().kept([key: "value"])
        #expect(event.keys == [key])
        #expect(event.note.isEmpty)
    }

    @Test(
        "A blocked key removes numbers but leaves truth values",
        arguments: ["email", "emailVerified", "phone", "name"])
    func truthValues(_ key: String) throws {
        let policy = RecordingPolicy.standard()
        #expect(try policy.kept([key: true]).keys == [key])
        let isBlocked = key != "emailVerified"
        #expect(try policy.kept([key: 4_915_112_345_678]).keys.isEmpty == isBlocked)
        #expect(try policy.kept([key: 1.5]).keys.isEmpty == isBlocked)
    }

    @Test("A value that holds personal data goes with its key, the event stays")
    func values() throws {
        let event = try RecordingPolicy.standard().kept([
            "link": "https://example.com/?email=a%40b.co", "note": "call +1-202-555-0143 now", "plan": "pro",
            "order": 5_551_234_567,
        ])
        #expect(event.keys == ["order", "plan"])
        #expect(
            event.note.removed == [
                RemovedKey(key: "link", reason: .email), RemovedKey(key: "note", reason: .phone),
            ])
    }

    @Test("A key that holds personal data goes with its value and is shown nowhere")
    func personalKey() throws {
        let long = String(repeating: "k", count: 80) + " anna@example.com"
        let event = try RecordingPolicy.standard().kept([
            "anna@example.com": 1, "+44 20 7946 0958": true, long: 2, "ok": 3,
        ])
        #expect(event.keys == ["ok"])
        #expect(event.note.removed.map(\.key) == [String](repeating: RemovedKey.hiddenKey, count: 3))
        #expect(event.note.removed.map(\.reason) == [.email, .email, .phone])
    }

    @Test("Keys that are empty, too long or hold control characters go")
    func invalidKeys() throws {
        let long = String(repeating: "k", count: 65)
        let heavy = "e" + String(repeating: "\u{301}", count: 5_000)
        let fits = String(repeating: "k", count: 64)
        let event = try RecordingPolicy.standard().kept(["": 1, long: 2, "a\nb": 3, fits: 4, heavy: 5])
        #expect(event.keys == [fits])
        #expect(event.note.removed.count == 4)
        #expect(event.note.removed.allSatisfy { $0.reason == .invalidKey && $0.key.utf8.count <= 256 })
    }

    @Test("An allow-list turns the rule round for its event, and values are still searched")
    func allowList() throws {
        let policy = RecordingPolicy.standard(
            scrubbing: ScrubbingRules(allowList: ["plan_chosen": ["name", "tier", "note"]]))
        let properties: [String: PropertyValue] = ["name": "Pro", "tier": 2, "other": true, "note": "a@b.co"]
        let event = try policy.kept("plan_chosen", properties)
        #expect(event.keys == ["name", "tier"])
        #expect(
            event.note.removed == [
                RemovedKey(key: "note", reason: .email), RemovedKey(key: "other", reason: .notAllowed),
            ])
        #expect(try policy.kept("another", properties).keys == ["other", "tier"])
    }

    @Test("A team adds words of its own, in any language")
    func additional() throws {
        let rules = ScrubbingRules(additionalBlockedKeys: ["nombre", "Straße", "loyalty-card", "имя"])
        let event = try RecordingPolicy.standard(scrubbing: rules).kept([
            "user_nombre": "x", "STRAßE": "x", "loyaltyCard": "x", "Имя": "x", "email": "x", "renombre": "y",
        ])
        #expect(event.keys == ["renombre"])
    }

    @Test("Value search can be switched off; keys are still looked at")
    func scanOff() throws {
        let event = try RecordingPolicy.standard(scrubbing: ScrubbingRules(scansValues: false))
            .kept(["note": "a@b.co", "email": "a@b.co", "a@b.co": 1])
        #expect(event.keys == ["note"])
    }

    @Test("An address beyond the cut still removes the value")
    func scrubBeforeCut() throws {
        let text = String(repeating: "x ", count: 400) + "anna@example.com"
        #expect(try RecordingPolicy.standard().kept(["note": .string(text)]).keys.isEmpty)
    }
}
