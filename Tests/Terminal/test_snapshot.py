"""`snapshot` and the key S: what is shown, as text and as JSON, without a property's value."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from acts import grant, segments


def snapshot(binary, *arguments):
    return subprocess.run([binary, "snapshot", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120, check=False)


def test_a_frame_needs_no_terminal_and_has_the_size_asked_for(dashboard_bin):
    result = snapshot(dashboard_bin, "--size", "120x36", "--ascii")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert "\x1b" not in result.stdout
    assert len(result.stdout.splitlines()) == 36
    assert "consent UNKNOWN" in result.stdout


def test_a_folder_is_shown_as_the_next_launch_finds_it_and_is_only_read(dashboard_bin, left_behind):
    def content():
        return {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in left_behind.rglob("*") if file.is_file()}

    before = content()
    frame = snapshot(dashboard_bin, "--directory", left_behind)
    assert frame.returncode == 0
    assert re.search(r"closed +2 .* leftover", frame.stdout)
    assert "the folder was only read" in frame.stdout
    status = json.loads(snapshot(dashboard_bin, "--json", "--directory", left_behind).stdout)
    assert status["tracker"]["ledger"]["recovered"] == 2
    assert status["tracker"]["ledger"]["accounts"]["waiting"] == 2
    assert re.fullmatch(r"[0-9a-f]{6}\.\.", status["tracker"]["installID"])
    assert "only read" in status["about"]
    assert content() == before


@pytest.mark.parametrize("arguments, words", [
    (["--directory", "no-such-folder"], "holds no queue"),
    (["--size", "80"], "80 is no size"),
    (["--size", "0x5"], "0x5 is no size"),
    (["--size", "2000x20"], "each side up to 1000"),
    (["--seed", "-1"], "-1 is no seed"),
    (["--read-only"], "unknown argument --read-only after snapshot"),
])
def test_a_wrong_argument_is_named(dashboard_bin, arguments, words):
    result = snapshot(dashboard_bin, *arguments)
    assert result.returncode == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_the_key_writes_both_files_and_says_where(dashboard, tmp_path):
    terminal = dashboard(size=(120, 30), env={"TMPDIR": str(tmp_path)})
    grant(terminal)
    terminal.send("5")
    terminal.wait_for("Segments 1")
    terminal.send("S")
    terminal.wait_for("Snapshot in ")
    text, = Path(tmp_path).glob("analytics-snapshot-*.txt")
    assert "profile_saved" in text.read_text()
    status = json.loads(text.with_suffix(".json").read_text())
    assert status["tracker"]["keysRemoved"] == 2
    for file in (text, text.with_suffix(".json")):
        assert file.stat().st_mode & 0o777 == 0o600
        assert "ada@example" not in file.read_text()
        assert '"pro"' not in file.read_text()
    assert len(segments(tmp_path)) == 1


def test_read_only_refuses_what_changes_anything_and_moves_about(dashboard, tmp_path):
    terminal = dashboard("--read-only", size=(80, 24))
    terminal.wait_for("READ-ONLY")
    for key in "1cbfsndwxB+<":
        terminal.send(key)
        terminal.wait_for("Read-only: this dashboard shows and changes nothing.")
        terminal.send("p")
        terminal.wait_for("PAUSED: the tracker goes on.")
        terminal.send("p")
        terminal.wait_for("Goes on:")
    terminal.send("?")
    terminal.wait_for("grant, unknown, deny")
    assert not (tmp_path / "queue").exists()


def test_at_a_server_that_is_not_ours_its_keys_say_so(dashboard, collect):
    _, address = collect("--write-key", "k1")
    terminal = dashboard("--endpoint", address, "--write-key", "k1", size=(80, 24))
    terminal.wait_for("server 127.0.0.1")
    grant(terminal)
    for key in "sw+>-":
        terminal.send(key)
        terminal.wait_for("Not with the server at 127.0.0.1")
        terminal.send("p")
        terminal.wait_for("PAUSED: the tracker goes on.")
        terminal.send("p")
        terminal.wait_for("Goes on:")
    terminal.send("1f")
    terminal.wait_for("Flush: 1 sent")
    terminal.wait_for("books ok")


@pytest.mark.parametrize("address, words", [
    ("nowhere", "nowhere is no address"), ("http://example.com", "https"), ("ftp://example.com", "https"),
])
def test_an_address_that_cannot_be_used_is_named(spawn, dashboard_bin, address, words):
    terminal = spawn([dashboard_bin, "--endpoint", address])
    assert terminal.wait_exit() == 2
    assert words in terminal.output.decode()
