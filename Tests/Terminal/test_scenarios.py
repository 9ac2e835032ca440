"""Scenarios as people and CI play them: the real program, with a screen and without."""

import os
import re
import socket
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from acts import choose_fault, grant


@pytest.fixture
def play(dashboard_bin, tmp_path):
    """Plays without a screen, in a folder of its own: `play("--seed", "7", file)`."""
    def run(*arguments, limit=120):
        return subprocess.run([dashboard_bin, "play", *map(str, arguments)], cwd=tmp_path, capture_output=True,
                              text=True, timeout=limit, check=False)

    return run


@pytest.fixture
def scenario(tmp_path):
    """Writes a scenario: `scenario("flush", "expect attempts = 0")`."""
    def write(*lines, name="a.scenario"):
        file = tmp_path / name
        file.write_text("\n".join(lines) + "\n")
        return file

    return write


@pytest.fixture
def busy():
    """Keeps all cores busy with something else."""
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 2)]
    yield
    for hog in hogs:
        hog.kill()
        hog.wait()


def shipped(root):
    return sorted(root.glob("Demo/Scenarios/*.scenario"))


def test_stories_are_the_same_twenty_times_on_a_busy_machine(play, root, busy):
    """Every one of them."""
    files = shipped(root)
    result = play("--repeat", 20, *files, limit=1200)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{len(files)} scenarios passed, 0 failed" in result.stdout
    assert play(*files).stdout == result.stdout


def test_a_proxy_in_the_environment_does_not_come_between_the_app_and_its_own_server(play, root, monkeypatch):
    """Nobody listens on the proxy's port, which stays taken: a request by way of it could only fail."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        proxy = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy)
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        result = play("--sockets", root / "Demo/Scenarios/first-event.scenario")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "1 scenarios passed, 0 failed" in result.stdout


def test_a_real_server_tells_the_same_stories(play, root):
    files = shipped(root)
    result = play("--sockets", *files)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout == play(*files).stdout


@pytest.mark.parametrize("server", ["never", "slow:20", "drip:100", "cut", "lost", "reset", "portal", "offline"])
def test_a_real_server_that_answers_late_or_badly_tells_the_same_story(play, scenario, server):
    """Its pauses take the scenario's time: nothing hangs, and a change of mind ends them at once."""
    file = scenario(
        "consent grant", "fire tap x3", f"server {server}", "flush", "advance 15s", "fire tap x60", "advance 31s",
        "flush", "server 200", "advance 2h", "expect waiting = 0", "expect lost = 0", "expect books = ok",
        f"server {server}", "fire tap", "flush", "crash", "server 200", "flush", "advance 2h", "expect waiting = 0")
    result = play("--sockets", "--limit", 20, file)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout == play(file).stdout


def test_a_failed_expectation_fails_the_run_and_the_report_for_ci(play, scenario, tmp_path):
    file = scenario("consent grant", "fire tap x3", "expect waiting = 3", "expect waiting > 3")
    result = play("--junit", "out.xml", file)
    assert result.returncode == 1
    assert "expected waiting > 3, found 3" in result.stdout
    assert "0 scenarios passed, 1 failed" in result.stdout
    cases = list(ElementTree.parse(tmp_path / "out.xml").iter("testcase"))
    assert [case.find("failure") is not None for case in cases] == [False, True]
    assert cases[1].find("failure").get("message") == "expected waiting > 3, found 3"


@pytest.mark.parametrize(("line", "words"), [
    ("network lte", '"lte": expected one of normal, constrained, offline'),
    ("server 999", '"999": expected a behaviour of the server'),
    ("expect waiting =", "the line ends: expected N, a whole number"),
])
def test_a_wrong_line_is_named_and_nothing_is_played(play, scenario, line, words):
    right, wrong = scenario("flush", name="right.scenario"), scenario("flush", line)
    result = play(right, wrong)
    assert result.returncode == 2
    assert result.stdout == ""
    assert f"a.scenario:2: {words}" in result.stderr


def test_what_the_command_line_lacks_is_said(play):
    for arguments, words in [([], "needs a file"), (["none.scenario"], "none.scenario cannot be read"),
                             (["--junit"], "--junit needs a file"), (["--nope", "x"], "--nope")]:
        result = play(*arguments)
        assert (result.returncode, words in result.stderr) == (2, True), result.stderr


def test_the_manual_has_every_verb_and_every_name(play):
    manual = play("--verbs").stdout
    for word in ["say TEXT", "fire NAME [xN]", "wall back DURATION", "backing-off", "requests-503", "bufferFull"]:
        assert word in manual


def test_on_screen_a_story_plays_with_captions_and_hands_the_keys_back(dashboard, root):
    file = root / "Demo/Scenarios/first-event.scenario"
    terminal = dashboard("--play", file, "--pace", "6", size=(80, 24))
    terminal.wait_for("Before anybody has said yes, nothing is recorded")
    terminal.wait_for(re.compile(r"PLAYING \d+/28 .* any key takes over"))
    terminal.wait_for("The user says yes. Only now is there an install ID.")
    terminal.wait_for("first-event.scenario: 18 of 18 expectations met.")
    terminal.wait_for("collector 1 unique, 0 dup")
    terminal.wait_for("books ok")
    terminal.wait_for("clock x1")
    terminal.send("1")
    terminal.wait_for("Fired screen_viewed.")
    terminal.wait_for("tracked 3 ")


def test_on_screen_a_story_that_failed_says_what_was_missed_first(dashboard, scenario):
    file = scenario("consent grant", "expect tracked = 0", "expect waiting > 3", "expect waiting > 4")
    terminal = dashboard("--play", file, "--pace", "20", size=(100, 24))
    terminal.wait_for("FAILED a.scenario: 1 of 3 expectations met; line 3: expected waiting > 3, found 0.")


def test_any_key_takes_over_from_a_story_and_does_nothing_else(dashboard, root):
    file = root / "Demo/Scenarios/outage-and-backoff.scenario"
    terminal = dashboard("--play", file, size=(80, 24))
    terminal.wait_for("PLAYING 1/33")
    terminal.send("1")
    terminal.wait_for("Stopped outage-and-backoff.scenario. The keys are yours.")
    terminal.wait_for("tracked 0 ")
    terminal.send("c", "g", "1")
    terminal.wait_for("tracked 1 ")
    terminal.send("q")
    assert terminal.wait_exit() == 0


def test_a_story_that_cannot_be_read_is_refused_before_the_screen_opens(spawn, dashboard_bin, scenario):
    terminal = spawn([dashboard_bin, "--play", scenario("flush", "launch")])
    assert terminal.wait_exit() == 2
    terminal.wait_for('a.scenario:2: "launch": expected one of say')


def test_what_is_recorded_on_screen_can_be_played_and_leaves_the_same_ledger(dashboard, play, tmp_path):
    terminal = dashboard(size=(80, 24))
    terminal.wait_for("press c, then g")
    terminal.send("r")
    terminal.wait_for("LIVE REC")
    terminal.send("1")
    terminal.wait_for(re.compile(r"noConsent +1"))
    terminal.send("c", "g")
    terminal.wait_for("consent GRANTED")
    choose_fault(terminal, "503")
    terminal.send("1", "4", "5", "6", "f")
    terminal.wait_for("BACKING OFF")
    choose_fault(terminal, "200")
    terminal.send("+")
    terminal.wait_for("30 min")
    terminal.send("b")
    terminal.wait_for("The clock jumped by 30 min")
    terminal.wait_for("Segments 0")
    file = tmp_path / "mine"
    terminal.send("r")
    terminal.wait_for("Save the recording")
    terminal.send("\x15", str(file), "Enter")
    terminal.wait_for("Saved: analytics-dashboard play")
    assert "REC" not in terminal.row(0)
    # It may hold property values that were typed.
    assert (tmp_path / "mine.scenario").stat().st_mode & 0o777 == 0o600
    result = play(f"{file}.scenario")
    assert result.returncode == 0, result.stdout
    text = (tmp_path / "mine.scenario").read_text()
    for line in ["consent grant", "server 503", "fire profile_saved", "flush", "expect tracked = ", "expect noConsent = 1"]:
        assert line in text


def save_in_vain(file, dashboard):
    """Records, and asks for a file that must not be written."""
    terminal = dashboard(size=(80, 24))
    grant(terminal)
    terminal.send("r")
    terminal.wait_for("LIVE REC")
    terminal.send("r")
    terminal.wait_for("Save the recording")
    terminal.send("\x15", str(file), "Enter")
    terminal.wait_for("Not saved, still recording")
    return terminal


def test_a_recording_is_not_written_through_a_link(dashboard, tmp_path):
    target = tmp_path / "elsewhere"
    (tmp_path / "linked.scenario").symlink_to(target)
    save_in_vain(tmp_path / "linked", dashboard)
    assert not target.exists() and (tmp_path / "linked.scenario").is_symlink()


def test_a_recording_never_overwrites_a_file(dashboard, scenario):
    file = scenario("flush")
    terminal = save_in_vain(file, dashboard)
    assert file.read_text() == "flush\n"
    assert "REC" in terminal.row(0)
