/// What is kept out of events: keys that name personal data, and values that hold it.
///
/// **Keys.** A key is taken apart into words: at separators, where lower case meets upper case, and around
/// digits. Case and digits then no longer count, so `e-mail`, `E_MAIL`, `eMail` and `email2` are one key. A
/// blocked key matches
/// - at the end of a key, where English puts what a thing is: `email` removes `userEmail` and `work_email`,
///   and leaves `email_template` and `email_count`;
/// - also when words follow that keep the content, such as `hash`, `value`, `work` or `home`: `email_hash`,
///   `phone_mobile`;
/// - but the everyday words `name`, `address`, `ip`, `mail`, `mobile`, `tel`, `fax`, `street`, `contact`,
///   `display_name` and `secret` only alone or behind words for a person (`user`, `customer`, `billing` …):
///   `name`, `Full Name` and `user_name` go, while `screen_name`, `productName` and `filename` stay.
///
/// A truth value cannot hold an address or a name, so blocked keys leave it alone: `emailVerified: true` and
/// `phone: false` stay. Whole and floating-point numbers go like text.
///
/// **Values.** A string that holds an e-mail address (also percent-encoded, inside text or a URL) or looks
/// like a telephone number goes with its key; a key that holds one goes as well. A telephone number has a
/// plus, or a word such as `tel` or `call` in front, or is written in groups the way a country does, or has
/// ten or eleven digits with one leading zero. Any other plain run of digits stays, because a ten-digit order
/// number and a national telephone number look the same; and what is grouped like a telephone number goes,
/// even if it is none. `git@host`, `image@2x.png` and `pkg@1.2.3` stay. Numbers are not searched: give a
/// telephone number that is stored as a number a key that says so.
///
/// A URL is removed with its key when its query, fragment or user info carries a credential or a way to reach a
/// person: a parameter named `token`, `access_token`, `otp`, `jwt`, `password`, `secret`, `session`, `email`, `phone` or
/// alike, `code` beside `state` or under an app's own scheme, and `user:password@`. `?name=shoes` stays.
///
/// **How far.** Only the first 4,096 bytes of a string are read (or ``EventLimits/maxStringBytes`` and 512, if that is
/// more), and nothing behind them is ever sent: an address there is cut off and does not remove the property. Of more
/// properties than ``EventLimits/maxProperties`` only the first by the bytes of their keys are read.
public struct ScrubbingRules: Sendable, Hashable, Codable {
    /// The blocked keys; by default ``defaultBlockedKeys``.
    public var blockedKeys: Set<String>
    /// Keys that are blocked on top of ``blockedKeys``: an app's own words, or those of other languages.
    public var additionalBlockedKeys: Set<String>
    /// By event name, the only keys that pass for that event. For such an event the list replaces the blocked
    /// keys, and keys must match exactly; values are still searched.
    public var allowList: [String: Set<String>]
    /// Whether string values are searched for e-mail addresses and telephone numbers.
    public var scansValues: Bool

    /// Makes scrubbing rules; without arguments the defaults that the type documents.
    public init(
        blockedKeys: Set<String> = ScrubbingRules.defaultBlockedKeys, additionalBlockedKeys: Set<String> = [],
        allowList: [String: Set<String>] = [:], scansValues: Bool = true
    ) {
        self.blockedKeys = blockedKeys
        self.additionalBlockedKeys = additionalBlockedKeys
        self.allowList = allowList
        self.scansValues = scansValues
    }

    /// From now on only these keys of an event pass, exactly as they are written; an empty set lets none pass.
    ///
    /// For teams that would rather name what may leave the device than what may not. Replaces what was allowed for that
    /// event before; other events keep their rules, and values are searched all the same.
    public mutating func allow<Event: AnalyticsEvent>(only keys: Set<String>, for event: Event.Type) {
        allowList[event.name] = keys
    }

    /// The keys that are blocked unless a host says otherwise.
    ///
    /// The list holds what identifies or reaches a person directly, what proves who somebody is, and what
    /// opens an account. It leaves out what is usually about the product (`city`, `country`, `age_group`,
    /// `latitude` of a shop) and opaque IDs, which the SDK has a proper place for.
    public static let defaultBlockedKeys: Set<String> = [
        // Reaches a person.
        "email", "email_address", "mail", "user_email", "mailto", "phone", "phone_number", "phone_no",
        "phone_e164", "telephone", "telephone_number", "tel", "mobile", "mobile_number", "mobile_no",
        "cell_phone",
        "cell_number", "fax", "fax_number", "msisdn", "whatsapp", "sms_number", "contact",
        // Names a person.
        "name", "first_name", "last_name", "full_name", "middle_name", "given_name", "family_name",
        "maiden_name",
        "real_name", "legal_name", "nick_name", "surname", "forename", "user_name", "display_name",
        "name_first",
        "name_last", "cardholder", "cardholder_name", "card_holder", "card_holder_name",
        // Where a person lives or connects from.
        "address", "home_address", "street_address", "postal_address", "mailing_address", "shipping_address",
        "billing_address", "delivery_address", "address_line", "street", "house_number", "zip_code",
        "postal_code",
        "postcode", "ip", "ip_address", "client_ip", "remote_ip", "mac_address", "imei", "idfa", "gaid",
        "advertising_id", "device_token", "push_token", "apns_token",
        // Proves who somebody is.
        "birthday", "birthdate", "birth_date", "date_of_birth", "dob", "ssn", "social_security",
        "social_security_number", "national_id", "passport", "passport_number", "passport_no", "tax_id",
        "driver_license", "drivers_license", "driver_license_number", "drivers_license_number",
        // Opens an account.
        "password", "passwd", "passcode", "passphrase", "pwd", "secret", "api_key", "private_key",
        "access_token",
        "auth_token", "refresh_token", "session_token", "id_token", "authorization", "token", "otp", "jwt",
        "cookie", "iban", "bank_account",
        "account_number", "credit_card", "credit_card_number", "card_number", "cc_number", "cvv", "cvc",
    ]
}
