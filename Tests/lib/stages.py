"""The stages of a test run, in order: what each runs, and how long it may take."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A folder of its own: other flags in the shared one would make Demo/run build everything anew.
SCRATCH = ".build/strict"
LOGS = ROOT / ".build/test-logs"
PYTHON = ".build/test-venv/bin/python"

# Strictness only here, on the command line: adopters must never inherit it.
STRICT = ["--scratch-path", SCRATCH, "-Xswiftc", "-warnings-as-errors",
          "-Xcc", "-Wall", "-Xcc", "-Wextra", "-Xcc", "-Werror"]

# The SDK, its doubles, and both ends of the wire; the dashboard's models are values on one thread.
WATCHED = r"^(AnalyticsTests|AnalyticsTestingTests|EndToEndTests|IngestServerTests)\."
# Where the built modules are, and those that adopters import.
PRODUCTS = [f"{SCRATCH}/debug", "Analytics", "AnalyticsTesting"]


@dataclass(frozen=True)
class Stage:
    name: str
    budget: int
    """Seconds, on two free cores from a clean clone. Over twice this, stretched by the load, the stage is stopped and fails."""
    command: list[str]
    needs: str | None = None
    """The stage that must have passed before this one can say anything."""
    reports: tuple[str, ...] = ()
    """Files in the log folder that name each test; a stage with none counts as one check."""
    when: str | None = None
    """A path that must exist for this stage to be part of the run."""
    deep: bool = False
    """Only with --deep, or when it is asked for by name."""


def house(check: str) -> Stage:
    return Stage(f"house-{check}", 10, [PYTHON, "-B", "Tests/lib/house.py", check])


def all_stages() -> list[Stage]:
    import house as checks

    return [
        *(house(check) for check in checks.CHECKS),
        Stage("lint", 45, ["swift", "format", "lint", "--strict", "--parallel", "--recursive",
                           "--configuration", ".swift-format", "Package.swift", "Sources", "Demo", "Tests"]),
        Stage("manifest", 30, [PYTHON, "-B", "Tests/lib/manifest.py"]),
        Stage("build", 300, ["swift", "build", "--build-tests", *STRICT]),
        Stage("c-symbols", 10, [PYTHON, "-B", "Tests/lib/c_symbols.py", f"{SCRATCH}/debug"], needs="build"),
        Stage("docs", 30, [PYTHON, "-B", "Tests/lib/undocumented.py", *PRODUCTS], needs="build"),
        # The text is what Linux sees: elsewhere the platform adds its own.
        *([Stage("docs-api", 30, [PYTHON, "-B", "Tests/lib/api.py", *PRODUCTS], needs="build")]
          if sys.platform == "linux" else []),
        Stage("docs-catalogue", 30, [PYTHON, "-B", "Tests/lib/catalogue.py", *PRODUCTS], needs="build"),
        Stage("docs-samples", 45, [PYTHON, "-B", "Tests/lib/samples.py", f"{SCRATCH}/debug"], needs="build"),
        # One at a time: on two cores a test that computes holds the pool while another's time limit runs out.
        Stage("swift", 240, ["swift", "test", "--no-parallel", "--xunit-output",
                             str(LOGS / "swift.xml"), *STRICT],
              needs="build", reports=("swift.xml", "swift-swift-testing.xml")),
        # Every story that is shipped, with its expectations; a wrong line fails the stage too.
        Stage("scenarios", 30, [f"{SCRATCH}/debug/analytics-dashboard", "play", "--junit", str(LOGS / "scenarios.xml"),
                                *sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("Demo/Scenarios/*.scenario"))],
              needs="build", reports=("scenarios.xml",)),
        # What the policy removes of numbers and addresses that nobody here wrote, and of innocent lines.
        Stage("corpora", 45, [PYTHON, "-B", "Tests/Corpora/measure.py", f"{SCRATCH}/debug/AnalyticsPolicyProbe"],
              needs="build"),
        Stage("terminal", 300, [PYTHON, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                                f"--junitxml={LOGS / 'terminal.xml'}", "Tests/Terminal"],
              needs="build", reports=("terminal.xml",)),
        # Faults at every system call of a whole run, with a preloaded library: Linux only. With --deep every case.
        *([Stage("machines", 90, [PYTHON, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                                  f"--junitxml={LOGS / 'machines.xml'}", "Tests/Machines"],
                 needs="build", reports=("machines.xml",))] if sys.platform == "linux" else []),
        # Apple's own compiler needs no stand-ins.
        *([Stage("apple", 120, [PYTHON, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                                f"--junitxml={LOGS / 'apple.xml'}", "Tests/AppleStubs"],
                 reports=("apple.xml",))] if sys.platform == "linux" else []),
        # Every memory access is watched, in a build of its own: 95 s of processor time before the first test.
        Stage("threads", 180, ["swift", "test", "--sanitize=thread", "--scratch-path", ".build/threads",
                               "--no-parallel", "--filter", WATCHED, "--xunit-output", str(LOGS / "threads.xml")],
              reports=("threads.xml", "threads-swift-testing.xml"), deep=True),
        # In a folder of its own: two packages in one were once taken for each other, and the root's tests ran again.
        Stage("client", 120, ["swift", "test", "--package-path", "Tests/Client", "--scratch-path", ".build/client",
                              "--no-parallel", "--xunit-output", str(LOGS / "client.xml"), *STRICT[2:]],
              needs="build", reports=("client.xml", "client-swift-testing.xml")),
        # The module itself has another name there, so that nothing of the other builds can be used again.
        Stage("client-aliased", 150, ["swift", "test", "--package-path", "Tests/Client/Aliased",
                                      "--scratch-path", ".build/client-aliased", "--no-parallel",
                                      "--xunit-output", str(LOGS / "client-aliased.xml"), *STRICT[2:]],
              needs="build", reports=("client-aliased.xml", "client-aliased-swift-testing.xml")),
        Stage("client-links", 10, [PYTHON, "-B", "Tests/lib/client_links.py", f"{SCRATCH}/debug", ".build/client/debug"],
              needs="client"),
        Stage("bench", 240, ["Tests/bench", "--quick"], when="Tests/bench"),
    ]


def environment(deep: bool) -> dict[str, str]:
    """What every stage sees: loopback past any proxy, a UTF-8 locale, no prompt after a crash."""
    loopback = "127.0.0.1,localhost,::1"
    chosen = {
        "no_proxy": loopback, "NO_PROXY": loopback,
        "SWIFT_BACKTRACE": "interactive=no,color=no,threads=crashed,registers=none,images=none",
        "DASHBOARD_BIN": str(ROOT / SCRATCH / "debug/analytics-dashboard"),
        "VICTIM_BIN": str(ROOT / SCRATCH / "debug/AnalyticsVictim"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    if not (os.environ.get("LC_ALL") or os.environ.get("LANG")):
        chosen["LANG"] = "C.UTF-8"
    if deep:
        chosen["ANALYTICS_TEST_DEEP"] = "1"
    return chosen
