"""Where output goes: a full disk, a report for CI, folders with traps, and terminals that cannot show a screen."""

import os
import subprocess
from xml.etree import ElementTree

import pytest

FULL = "/dev/full"


def run(binary, *arguments, said="", output=subprocess.PIPE, limit=60, **options):
    return subprocess.run([binary, *map(str, arguments)], input=said, stdout=output, stderr=subprocess.PIPE, text=True,
                          timeout=limit, check=False, **options)


@pytest.fixture
def scenario(tmp_path):
    file = tmp_path / "a.scenario"
    file.write_text("consent grant\nfire tap\nexpect waiting = 1\n")
    return file


@pytest.mark.skipif(not os.path.exists(FULL), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [
    ["play", "{file}"], ["play", "--verbs"], ["snapshot"], ["snapshot", "--json"], ["--plain"], ["collect"], ["--help"],
], ids=" ".join)
def test_lines_that_cannot_be_written_are_a_failure(dashboard_bin, scenario, arguments):
    with open(FULL, "w") as full:
        result = run(dashboard_bin, *[a.format(file=scenario) for a in arguments], output=full)
    assert result.returncode == 2, result.stderr
    assert "standard output cannot be written: No space left on device" in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Error Domain" not in result.stderr


def errors(file):
    return [error.get("message") for error in ElementTree.parse(file).iter("error")]


@pytest.mark.parametrize("arguments, words", [
    (["play", "--junit", "{out}", "{file}", "{broken}"], "b.scenario:2:"),
    (["play", "--junit={out}", "{file}", "none.scenario"], "none.scenario cannot be read"),
    (["play", "{file}", "--junit", "{out}", "--nope"], "unknown argument --nope"),
    (["play", "{file}", "--junit", "{out}", "--limit", "3"], "--limit needs --sockets"),
])
def test_no_report_of_an_earlier_run_survives_one_that_ends_early(dashboard_bin, scenario, tmp_path, arguments, words):
    out, broken = tmp_path / "out.xml", tmp_path / "b.scenario"
    broken.write_text("flush\nlaunch\n")
    assert run(dashboard_bin, "play", "--junit", out, scenario).returncode == 0
    assert errors(out) == []
    result = run(dashboard_bin, *[a.format(out=out, file=scenario, broken=broken) for a in arguments])
    assert result.returncode == 2
    message, = errors(out)
    assert words in message


def test_a_report_that_cannot_be_written_is_said_before_anything_is_played(dashboard_bin, scenario, tmp_path):
    result = run(dashboard_bin, "play", "--junit", tmp_path / "none" / "out.xml", scenario)
    assert (result.returncode, result.stdout) == (2, "")
    assert "out.xml cannot be written" in result.stderr


def test_a_run_that_is_killed_leaves_a_report_that_says_error(dashboard_bin, scenario, tmp_path):
    out = tmp_path / "out.xml"
    fifo = tmp_path / "never.scenario"
    os.mkfifo(fifo)
    process = subprocess.Popen([dashboard_bin, "play", "--junit", out, fifo], stdout=subprocess.DEVNULL)
    # Opened for writing once the run waits for the scenario.
    os.close(os.open(fifo, os.O_WRONLY))
    process.wait(timeout=30)
    assert len(errors(out)) == 1


def test_a_snapshot_of_a_folder_with_traps_does_not_wait(dashboard_bin, left_behind, tmp_path):
    queue = left_behind / "app"
    os.mkfifo(queue / "0000000000000000-trap.jsonl")
    os.mkfifo(queue / "pipe")
    (queue / "link").symlink_to(tmp_path)
    (queue / "folder").mkdir()
    with open(queue / "sparse", "wb") as sparse:
        sparse.truncate(8 << 30)
    before = sorted(tmp_path.iterdir())
    result = run(dashboard_bin, "snapshot", "--directory", left_behind)
    assert result.returncode == 0, result.stderr
    assert "the folder was only read" in result.stdout
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("make", [lambda p: os.mkfifo(p), lambda p: p.write_text("x"), lambda p: p.symlink_to("/tmp")],
                         ids=["fifo", "file", "link"])
@pytest.mark.parametrize("place", ["", "app"])
def test_a_snapshot_of_what_is_no_folder_says_so(dashboard_bin, tmp_path, make, place):
    directory = tmp_path / "queue"
    if place:
        directory.mkdir()
    make(directory / place if place else directory)
    result = run(dashboard_bin, "snapshot", "--directory", directory)
    assert result.returncode == 2
    assert "holds no queue" in result.stderr


def test_a_snapshot_without_room_for_its_copy_is_one_sentence(dashboard_bin, left_behind, tmp_path):
    result = run(dashboard_bin, "snapshot", "--directory", left_behind, env={**os.environ, "TMPDIR": "/proc/none"})
    assert result.returncode == 2
    assert "cannot be written" in result.stderr
    assert "Error Domain" not in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize("term, words", [
    ("vt52", "TERM=vt52 cannot show reverse video"), ("dumb", "TERM=dumb"), ("nonsense", "TERM=nonsense is unknown"),
])
def test_a_terminal_that_cannot_show_a_screen_is_named_without_an_escape(spawn, dashboard_bin, term, words):
    terminal = spawn([dashboard_bin], term=term)
    assert terminal.wait_exit() == 2
    assert words in terminal.output.decode()
    assert b"\x1b" not in terminal.output


@pytest.mark.parametrize("name, content, words", [
    ("a.scenario", b"\xef\xbb\xbfflush\n\xe2\x80\x8bflush\n", "a.scenario:2:1: invisible character U+200B"),
    ("a.scenario", b"flush\nfl\xffush\n", "a.scenario:2:3: byte 0xFF is not UTF-8"),
    ("e.json", b'[{"name": "a\xff"}]', "e.json:1:13: byte 0xFF is not UTF-8"),
    ("e.json", b'[\n{"name": "\\ud800"}]', 'e.json:2:11: "\\ud800" is half of a surrogate pair'),
])
def test_what_an_editor_does_not_show_is_named_with_its_place(dashboard_bin, tmp_path, name, content, words):
    file = tmp_path / name
    file.write_bytes(content)
    result = run(dashboard_bin, *(["play"] if name.endswith("scenario") else ["--plain", "--events"]), file)
    assert result.returncode == 2
    assert words in result.stderr


def test_an_endless_line_of_plain_is_bounded(dashboard_bin):
    result = run(dashboard_bin, "--plain", said="x" * 3_000_000 + "\nstate\n")
    assert result.returncode == 0
    assert "A line was longer than 65536 bytes; nothing was done." in result.stdout
    assert "Consent is unknown." in result.stdout


def test_a_write_key_in_a_header_of_any_name(dashboard_bin, collect):
    process, address = collect("--write-key", "k1", "--write-key-header", "Api-Key")
    said = "consent grant\nfire tap\nflush\n"
    right = run(dashboard_bin, "--plain", "--endpoint", address, "--write-key", "k1", "--write-key-header", "api-key",
                said=said)
    assert "Flush: 1 sent" in right.stdout
    wrong = run(dashboard_bin, "--plain", "--endpoint", address, "--write-key", "k1", said=said)
    assert "Flush: 1 sent" not in wrong.stdout
    assert "401" in wrong.stdout


@pytest.mark.parametrize("arguments, words", [
    (["--write-key-header", "X"], "--write-key-header needs --write-key"),
    (["--write-key", "k", "--write-key-header", "a b"], "invalid header name 'a b'"),
])
def test_a_header_that_cannot_be_is_refused(dashboard_bin, arguments, words):
    result = run(dashboard_bin, "--plain", *arguments)
    assert result.returncode == 2
    assert words in result.stderr
