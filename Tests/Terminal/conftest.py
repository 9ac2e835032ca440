"""Fixtures for the terminal tests. The binary comes from DASHBOARD_BIN, which Tests/run sets."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "lib")]

import saboteur as sabotage  # noqa: E402 (needs the path above)
from acts import granted_and_fired  # noqa: E402
from terminal import Terminal  # noqa: E402
from tmux import Tmux  # noqa: E402


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def dashboard_bin(root) -> str:
    """The dashboard to test; without DASHBOARD_BIN, the one that Demo/run builds."""
    path = os.environ.get("DASHBOARD_BIN") or str(root / ".build/debug/analytics-dashboard")
    assert os.access(path, os.X_OK), f"no dashboard at {path}: run Tests/run, or Demo/run once"
    return path


@pytest.fixture
def deep() -> bool:
    return bool(os.environ.get("ANALYTICS_TEST_DEEP"))


@pytest.fixture
def spawn():
    """Starts any command in a pty; all are ended after the test, and shown when it failed."""
    started = []

    def start(command, **options) -> Terminal:
        started.append(Terminal(command, **options))
        return started[-1]

    yield start
    for terminal in started:
        print(terminal.framed())  # pytest shows this only for a failed test
        terminal.close()


@pytest.fixture
def dashboard(spawn, dashboard_bin, tmp_path):
    """Starts the dashboard on a queue directory of its own: `dashboard("--ascii", size=(80, 24))`."""
    def start(*arguments, **options) -> Terminal:
        return spawn([dashboard_bin, "--directory", tmp_path / "queue", *arguments], **options)

    return start


@pytest.fixture
def left_behind(dashboard, tmp_path):
    """A folder in which a dashboard left two events."""
    terminal = granted_and_fired(dashboard(), 2)
    terminal.send("q")
    assert terminal.wait_exit() == 0
    return tmp_path / "queue"


@pytest.fixture
def tmux():
    """Starts a shell in tmux: `tmux(size=(80, 24))`."""
    started = []

    def start(**options) -> Tmux:
        started.append(Tmux(**options))
        return started[-1]

    yield start
    for shell in started:
        print(shell.screen())
        shell.close()


@pytest.fixture(scope="session")
def saboteur_library(tmp_path_factory) -> Path:
    return sabotage.build(tmp_path_factory.mktemp("saboteur"))


@pytest.fixture
def saboteur(saboteur_library, tmp_path):
    """Sits in a dashboard that is started with its `environment`."""
    placed = sabotage.Saboteur(saboteur_library, tmp_path)
    yield placed
    placed.close()


@pytest.fixture
def collect(dashboard_bin):
    """Starts a collector; gives its process and its address."""
    started = []

    def start(*arguments):
        process = subprocess.Popen([dashboard_bin, "collect", *arguments], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process, re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline()).group()

    yield start
    for process in started:
        process.kill()
        process.wait()
