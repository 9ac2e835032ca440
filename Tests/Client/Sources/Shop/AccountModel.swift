import Analytics

/// The model behind the account screens: consent, log-in and log-out, so it needs the whole client.
@MainActor package final class AccountModel {
    private let client: any AnalyticsClient

    package init(client: any AnalyticsClient) {
        self.client = client
    }

    /// What the consent screen says.
    package func answered(mayMeasure: Bool) { client.setConsent(mayMeasure ? .granted : .denied) }

    package func open() { client.screen("account") }

    package func loggedIn(as accountID: String) {
        client.identify(userID: accountID)
        client.track("logged_in", schemaVersion: 1)
    }

    package func loggedOut() {
        client.track("logged_out", schemaVersion: 1)
        client.reset()
    }

    package func ask(_ text: String, replyTo address: String) {
        client.track(QuestionSent(text: text, replyAddress: address))
    }
}
