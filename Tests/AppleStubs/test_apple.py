"""The Apple-only sources: that they compile as an app and as an extension see them, that the check would notice if
they did not, and that the monitors do what they should when the stubs play the system."""

import re
import subprocess

import apple
import pytest

EXTENSION = "ExtensionLifecycleMonitor.swift"
UIKIT = "UIKitLifecycleMonitor.swift"
CONDITIONS = "SystemConditions.swift"
TRANSPORT = "URLSessionTransport.swift"
CONFIGURATION = "AnalyticsConfiguration.swift"

# Each is a slip that one makes without an Apple compiler at hand: file, what becomes of it, what is said.
FAULTS = {
    "a method that UIKit does not have": (
        UIKIT, {"app.beginBackgroundTask(": "app.startBackgroundTask("}, "has no member 'startBackgroundTask'"),
    "the main actor's property read from another thread": (
        UIKIT, {"Task { @MainActor [hub] in": "Task { [hub] in"},
        "'async' but is not marked with 'await'"),
    "a handler that is not on the main actor": (
        UIKIT, {"@MainActor\n        private func didEnterBackground": "private func didEnterBackground"},
        "main actor-isolated"),
    "an activity without its reason": (
        EXTENSION, {'performExpiringActivity(withReason: "analytics")': "performExpiringActivity()"},
        "missing argument for parameter 'withReason'"),
    "a block for the activity with no parameter": (
        EXTENSION, {"[isDone] isExpired in": "[isDone] in", "if isExpired { onExpiry() } else { isDone.wait() }": "_ = isDone"},
        "contextual type for closure argument"),
    "a notification that the system does not post": (
        EXTENSION, {".NSExtensionHostDidEnterBackground": ".NSExtensionDidEnterBackground"},
        "has no member 'NSExtensionDidEnterBackground'"),
    "a path monitor shared between threads without a lock": (
        CONDITIONS, {"private let paths = Locked(NWPathMonitor())": "private let paths = NWPathMonitor()"},
        "non-Sendable type 'NWPathMonitor'"),
    "a status that no path has": (CONDITIONS, {"== .unsatisfied": "== .offline"}, "has no member 'offline'"),
    "a power property of another name": (
        CONDITIONS, {"isLowPowerModeEnabled": "lowPowerModeEnabled"}, "has no member 'lowPowerModeEnabled'"),
    "Low Data Mode under another name": (
        TRANSPORT, {"allowsConstrainedNetworkAccess": "allowsConstrainedAccess"},
        "has no member 'allowsConstrainedAccess'"),
    "a mark that is ended without its state": (
        "Signposts.swift", {"endInterval(name, interval)": "endInterval(name)"}, "missing argument for parameter #2"),
}

# What only an extension's compiler objects to.
EXTENSION_FAULTS = {
    "the application object in the extension monitor": (
        EXTENSION,
        {"import Dispatch": "import Dispatch; import UIKit",
         "let activity =": "Task { @MainActor in _ = UIApplication.shared }; let activity ="},
        "has no member 'shared'"),
    "the app's monitor without its mark": (
        UIKIT, {"@available(iOSApplicationExtension, unavailable)": ""}, "has no member 'shared'"),
    "the app's monitor in the extension's lifecycle": (
        "LifecycleKind.swift", {"ExtensionLifecycleMonitor()": "UIKitLifecycleMonitor()"},
        "cannot find 'UIKitLifecycleMonitor' in scope"),
    "the app's lifecycle as a default that extensions get too": (
        CONFIGURATION, {"iOSApplicationExtension, unavailable": "watchOS, unavailable"}, "has no member 'app'"),
}

CLIENT = """
import Analytics
import Foundation

func make(_ endpoint: URL) -> any Tracker {{
    AnalyticsTracker(configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"{lifecycle}))
}}
"""


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    return apple.World(tmp_path_factory.mktemp("app") / "world", as_extension=False).build()


@pytest.fixture(scope="session")
def extension(tmp_path_factory):
    return apple.World(tmp_path_factory.mktemp("extension") / "world", as_extension=True).build()


@pytest.fixture(scope="session")
def app_module(app):
    app.emit_analytics()
    return app


@pytest.fixture(scope="session")
def extension_module(extension):
    extension.emit_analytics()
    return extension


def expect_clean(result):
    assert result.returncode == 0, result.stderr[-8000:]


def expect_error(result, said, file=None):
    assert result.returncode != 0, "the check let it pass"
    errors = [line for line in result.stderr.splitlines() if "error:" in line]
    assert any(said in line for line in errors), "\n".join(errors) or result.stderr[-4000:]
    if file:
        assert any(file in line for line in errors if said in line), "\n".join(errors)


@pytest.mark.parametrize("file", sorted({file for file, _, _ in [*FAULTS.values(), *EXTENSION_FAULTS.values()]}))
def test_without_a_slip_the_short_check_has_nothing_to_say(app, tmp_path, file):
    expect_clean(app.check_slip(tmp_path, file, {}))


def test_the_sdk_compiles_as_an_app_sees_it(app, tmp_path):
    expect_clean(app.check_analytics(tmp_path))


def test_the_sdk_compiles_as_an_extension_sees_it(extension, tmp_path):
    expect_clean(extension.check_analytics(tmp_path))


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_notices(app, tmp_path, fault):
    file, slip, said = FAULTS[fault]
    expect_error(app.check_slip(tmp_path, file, slip), said, file)


@pytest.mark.parametrize("fault", EXTENSION_FAULTS)
def test_the_check_notices_for_an_extension(extension, tmp_path, fault):
    file, slip, said = EXTENSION_FAULTS[fault]
    expect_error(extension.check_slip(tmp_path, file, slip), said, file)


def test_the_fakes_compile_beside_it(app_module):
    files = list((apple.ROOT / "Sources/AnalyticsTesting").rglob("*.swift"))
    expect_clean(app_module.check("AnalyticsTesting", files))


def test_the_launch_test_compiles(app_module, tmp_path):
    metrics = tmp_path / "XCTestMetrics.swiftmodule"
    apple.must(apple.swiftc("-swift-version", "6", "-parse-as-library", "-emit-module", "-module-name", "XCTestMetrics",
                            "-o", metrics, *(apple.STUBS / "XCTestMetrics").glob("*.swift")))
    expect_clean(app_module.check(
        "LaunchTests", [apple.ROOT / "Tests/AnalyticsTests/Platform/LaunchMetricTests.swift"],
        "-I", tmp_path, "-Xfrontend", "-import-module", "-Xfrontend", "XCTestMetrics"))


@pytest.mark.parametrize("lifecycle", ["", ", lifecycle: .app", ", lifecycle: .appExtension"])
def test_an_app_makes_a_tracker(app_module, tmp_path, lifecycle):
    client = tmp_path / "Client.swift"
    client.write_text(CLIENT.format(lifecycle=lifecycle))
    expect_clean(app_module.check("Client", [client]))


def test_an_extension_makes_a_tracker(extension_module, tmp_path):
    client = tmp_path / "Client.swift"
    client.write_text(CLIENT.format(lifecycle=", lifecycle: .appExtension"))
    expect_clean(extension_module.check("Client", [client]))


@pytest.mark.parametrize("lifecycle, said", [
    ("", "missing argument for parameter 'lifecycle'"), (", lifecycle: .app", "has no member 'app'")])
def test_an_extension_with_an_apps_lifecycle_does_not_compile(extension_module, tmp_path, lifecycle, said):
    client = tmp_path / "Client.swift"
    client.write_text(CLIENT.format(lifecycle=lifecycle))
    expect_error(extension_module.check("Client", [client]), said)


SIMULATED = [
    name
    for file in sorted((apple.STUBS / "Simulated").glob("*Checks.swift"))
    for name in re.findall(r'^        \(\n            "(.*)",$', file.read_text(), re.MULTILINE)
]


@pytest.fixture(scope="session")
def simulated(app):
    return apple.build_simulated(app)


def test_every_simulated_check_is_run(simulated):
    listed = subprocess.run([simulated], capture_output=True, text=True, timeout=30).stdout.splitlines()
    assert sorted(listed) == sorted(SIMULATED)


@pytest.mark.parametrize("check", SIMULATED)
def test_simulated(simulated, check):
    run = subprocess.run([simulated, check], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and run.stdout.splitlines()[-1:] == ["ok"], run.stdout + run.stderr[-4000:]
