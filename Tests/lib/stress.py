"""Runs the suites that depend on time and order again and again, half of the runs beside a busy machine.

    Tests/run --stress                          every suite of SUITES 20 times, then the whole run three times
    Tests/run --stress --only SUITE --times N   one suite, or any filter of `swift test`, or a file of Tests/Terminal
"""

import contextlib
import os
import signal
import subprocess
import sys
import time

import stages

SUITES = (
    "AnalyticsTestingTests", "ManualClockTests", "WorldClockContract", "LifecycleMonitorContract", "ConditionMonitorContract",
    "BatchUploaderContract", "CallerTrialTests", "ConsentTrialTests", "RemoteConfigurationTests", "PolicyFuzzTests",
    "ProcessLifecycleTests", "GoldenTests", "ScenarioPlayTests", "CommandLineHostTests", "LoopbackTests",
    "SharedFolderTests", "KillTests", "IngestServerTests", "silent-server.scenario",
    "test_quick.py", "test_sizes.py", "test_endings.py", "test_suspend.py", "test_plain.py", "test_panes.py",
)
LIMIT = 1800
"""Seconds for one run of one suite: reached by a hang only."""


@contextlib.contextmanager
def busy(wanted: bool):
    """A loop on every core for as long as the block runs; each is a child, and is ended by its own ID."""
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"], stdin=subprocess.DEVNULL)
            for _ in range((os.cpu_count() or 2) if wanted else 0)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def command(suite: str) -> list[str]:
    if suite.endswith(".py"):
        return [stages.PYTHON, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", f"Tests/Terminal/{suite}"]
    if suite.endswith(".scenario"):
        return [f"{stages.SCRATCH}/debug/analytics-dashboard", "play", "--repeat", "20", f"Demo/Scenarios/{suite}"]
    return ["swift", "test", "--skip-build", "--no-parallel", "--filter", suite, *stages.STRICT]


def once(words: list[str], log, limit: int = LIMIT) -> tuple[bool, float]:
    """Whether the run passed and how long it took; over the limit its whole process group is ended."""
    began = time.monotonic()
    process = subprocess.Popen(words, cwd=stages.ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                               start_new_session=True)
    try:
        passed = process.wait(timeout=limit) == 0
    except (subprocess.TimeoutExpired, KeyboardInterrupt) as stop:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if isinstance(stop, KeyboardInterrupt):
            raise
        passed = False
    return passed, time.monotonic() - began


def repeat(name: str, words: list[str], times: int, limit: int = LIMIT) -> tuple[int, int]:
    """Runs a command `times` times, every other beside busy loops, and prints its row; passes and failures."""
    failures, slowest = [], 0.0
    for number in range(1, times + 1):
        file = stages.LOGS / f"stress-{name.replace('/', '_')}-{number}.log"
        with open(file, "w") as log, busy(number % 2 == 0):
            passed, took = once(words, log, limit)
        slowest = max(slowest, took)
        if passed and ran_something(file):
            file.unlink()
        else:
            failures.append(file)
    print(f"{name:<28} {times:>5} {len(failures):>9} {slowest:>9.1f} s", flush=True)
    for file in failures:
        print(f"    failed: {file.relative_to(stages.ROOT)}", flush=True)
    return times - len(failures), len(failures)


def ran_something(file) -> bool:
    """A filter that names no test passes; that is a failure here."""
    return "Test run with 0 tests" not in file.read_text(errors="replace")


def main(only: str | None, times: int) -> int:
    stages.LOGS.mkdir(parents=True, exist_ok=True)
    os.environ.update(stages.environment(deep=False))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with open(stages.LOGS / "stress-build.log", "w") as log:
        built, _ = once(["swift", "build", "--build-tests", *stages.STRICT], log)
    if not built:
        print("FAIL build: .build/test-logs/stress-build.log\n0 passed, 1 failed")
        return 1
    print(f"{'suite':<28} {'runs':>5} {'failures':>9} {'slowest':>11}", flush=True)
    results = [repeat(suite, command(suite), times) for suite in ([only] if only else SUITES)]
    if not only:
        whole = [sys.executable, "-B", str(stages.ROOT / "Tests/lib/run_stages.py")]
        results.append(repeat("whole run", whole, 3, limit=3 * LIMIT))
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0
