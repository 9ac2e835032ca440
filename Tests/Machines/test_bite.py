"""The checker bites: calls that report success and do nothing, and what the rules must then say."""

import os
import subprocess
import sys

import host
import model
import pytest
from cases import Case


def rules(machine, run: str, plan: str) -> set[str]:
    outcome = machine.play(Case(run, plan))
    assert outcome.hit, f"{plan} was not reached"
    print("\n".join(map(str, outcome.findings)))
    return {finding.rule for finding in outcome.findings}


def test_a_write_that_only_pretends_is_reported_as_lost(machine):
    # The first write of the step is the new segment's header, the second its events.
    assert "lost" in rules(machine, "second", "write@track-131:2:pretend")


def test_a_removal_that_only_pretends_is_reported_as_repeated(machine):
    # Two leftovers, then the segment of the second flush, then that of the flush after the denial.
    assert "repeated" in rules(machine, "second", "unlink@flush:4:pretend")


def test_a_withdrawal_that_only_pretends_is_reported_as_leaked(machine):
    assert "leaked" in rules(machine, "second", "rename@deny:1+:pretend;unlink@deny:1+:pretend")


def test_an_erasure_that_only_pretends_is_reported(machine):
    assert {"erased", "disk"} & rules(machine, "second", "unlink@deny:1:pretend")


def test_a_sync_that_only_pretends_is_reported(machine):
    outcome = machine.play(Case("second", "sync@deny:1:pretend"))
    broken = list(model.durable(model.Facts(outcome.case, outcome.runs, outcome.collector, None)))
    assert any("state" in text for text in broken), broken


def test_a_repeated_number_is_reported(machine):
    """Arrivals that no tracker of ours sends: one sequence number for two events, and one event under two IDs."""
    outcome = machine.play(Case("second", ""))
    assert not outcome.findings
    arrival = outcome.collector.arrivals[-1]
    for change in ({"number": 300}, {"id": "another"}):
        forged = type(arrival)(**(vars(arrival) | change))
        outcome.collector.arrivals.append(forged)
        disk = type("Disk", (), {"lines": {}})()
        found = {finding.rule for finding in model.check(outcome.case, outcome.runs, outcome.collector, disk)}
        assert found & {"numbers", "repeated"}, change
        outcome.collector.arrivals.pop()


@pytest.mark.parametrize("plan", ["write:x:short", "read:1:explode", "open:1:fail=ENOTHING"])
def test_a_plan_that_is_not_understood_ends_the_host(machine, plan):
    outcome = machine.play(Case("second", plan))
    assert any(finding.rule == "ended" for finding in outcome.findings)


RELATIVE = """
import fcntl, os, sys
folder = os.open(sys.argv[1], os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
file = os.open("a", os.O_CREAT | os.O_EXCL | os.O_WRONLY, dir_fd=folder)
os.write(file, b"x"), os.ftruncate(file, 0), os.fsync(file), os.fsync(folder), fcntl.flock(file, fcntl.LOCK_EX), os.close(file)
os.stat("a", dir_fd=folder), os.mkdir("d", dir_fd=folder), os.rename("a", "b", src_dir_fd=folder, dst_dir_fd=folder)
os.listdir(folder), os.unlink("b", dir_fd=folder)
"""


def test_calls_relative_to_an_open_folder_take_part(machine, tmp_path):
    """A queue that opens its folder once and works relative to it is seen as well as one that uses whole paths."""
    folder, log = tmp_path / "folder", tmp_path / "log"
    folder.mkdir()
    subprocess.run([sys.executable, "-c", RELATIVE, folder], check=True, env=os.environ | {
        "LD_PRELOAD": str(machine.library), "FAULTS_DIRECTORY": str(folder), "FAULTS_LOG": str(log)})
    seen = {(call.kinds[0], call.path) for call in host.read_log(log) if call.result == "ok"}
    needed = {("open", "/"), ("open", "/a"), ("write", "/a"), ("truncate", "/a"), ("sync", "/a"), ("sync", "/"), ("lock", "/a"),
              ("close", "/a"), ("stat", "/a"), ("mkdir", "/d"), ("rename", "/b"), ("opendir", "/"), ("readdir", "/"),
              ("unlink", "/b")}
    assert needed <= seen, needed - seen
