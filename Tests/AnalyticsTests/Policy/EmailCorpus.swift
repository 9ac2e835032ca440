/// Strings that hold an e-mail address, as they turn up in properties.
enum EmailCorpus {
    static let mustGo: [String] = plain + inText + encoded

    static let plain: [String] = [
        "a@b.co", "user+tag@sub.example.org", "anna.schmidt@example.de", "JOHN.DOE@EXAMPLE.COM",
        "o'brien@example.ie", "first_last@example-company.com", "x@y.io", "sales@shop.example.co.uk",
        "m.van.der.berg@voorbeeld.nl", "nobody@xn--bcher-kva.example", "post@bücher.example", "用户@例子.公司",
        "info@例え.jp", "pelé@futebol.example.br", "δοκιμή@παράδειγμα.ελ", "иван@почта.рф", "user@163.com",
        "wang@126.com", "li.wei@qq.com", "12345678@qq.com", "j@1and1.com", "team@3m.com",
        "me+newsletter@me.com",
        "user-name@mail-server.example.net", "_private@example.com", "trailing-@example.com",
        "user@[192.168.1.20]",
        "postmaster@[IPv6:2001:db8::1]", "\"john doe\"@example.com", "a.b.c.d.e@example.museum",
        "very.long.local.part.with.many.dots.and+tags@subdomain.department.university.edu",
        "firstname.lastname@example.travel",
        "hr@example.health", "kim@example.photography", "jane@sub_domain.example.com",
        "root@mail.server01.example.com",
        "MixedCase.User@Gmail.Com", "test.user%tag@example.com", "me@icloud.com",
        "abc@privaterelay.appleid.com",
        "dq8fz7gk2m@privaterelay.appleid.com", "1234@example.com", "user@host.zip", "pia@studio.design",
        "clark@dailyplanet.news", "owner@pizza.restaurant", "someone@example.com.", "lena@web.de",
        "ana@live.mp", "ana@moda.car",
    ]

    static let inText: [String] = [
        "Contact: anna@example.com", "Please write to support@example.org today",
        "mailto:jane.roe@example.com",
        "mailto:jane@example.com?subject=Hello", "Jane Roe <jane@example.com>", "(jane@example.com)",
        "\"jane@example.com\"", "'jane@example.com'", "email:jane@example.com",
        "jane@example.com,john@example.com",
        "Signed in as jane@example.com.", "from=jane@example.com;to=all",
        "error: no account for jane@example.com!",
        "https://example.com/reset?email=jane@example.com", "https://example.com/u/jane@example.com/profile",
        "https://jane:secret@host.example.com/path", "ftp://user@files.example.com/inbox",
        "postgres://app:pw@db.example.com:5432/main",
        "{\"email\":\"jane@example.com\"}", "[jane@example.com](mailto)", "user=jane@example.com&plan=pro",
        "invited jane@example.com + 3 others", "line one\njane@example.com\nline three",
        "tab\tjane@example.com",
        "RE: jane@example.com wrote:", "@jane her mail is jane@example.com", "jane@example.com (work)",
        "cc: a@x.org; b@y.org",
        "Ваш адрес: ivan@example.ru", "邮箱foo@bar.com", "Kontakt：anna@example.de", "👋 jane@example.com",
        "jane@example.com👋",
        "login_failed_jane@example.com", "jane@example.com_backup", "id 4711 for jane@example.com at 10:15",
        "image@2x.png from joe@example.com",
        "pkg@1.2.3 by joe@example.com", "git@github.com and joe@example.com", "@mention joe@example.com",
        "xmpp:joe@jabber.example.org",
        "sip:joe@voip.example.com", "<mailto:joe@example.com>", "acct:joe@social.example",
        "@user:matrix.org", "@ana.lee:chat.example.com", "ana @ example.org", "mail ana @ example.org please",
        "joe@mastodon.social", "deploy@server.example.com:/var/www",
    ]

    static let encoded: [String] = [
        "https://example.com/?email=a%40b.co", "email%3Djane%40example.com", "jane%40example.com",
        "jane%2540example.com",
        "jane%252540example.com", "user%2Btag%40example.com",
        "https://example.com/login?next=%2Fu%2Fjane%40example.com",
        "mailto%3Ajane%40example.com", "JANE%40EXAMPLE.COM", "jane&#64;example.com", "jane&#x40;example.com",
        "jane&commat;example.com",
        "jane＠example.com", "ｊａｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ", "jane\u{200B}@example.com", "ja\u{AD}ne@exam\u{AD}ple.com",
        "jane@\u{200B}example.com", "info@例子。公司", "utm_source=mail&to=jane%40example.com&utm_medium=email",
        "https://example.com/unsubscribe/jane%40example.com?sig=ab12", "q=jane%40example%2Ecom",
        "%6Aane%40example.com", #"ana\u0040example.org"#, #"{"to":"ana\x40example.org"}"#,
    ]
}
