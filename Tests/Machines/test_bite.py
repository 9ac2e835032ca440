"""The checker bites: calls that report success and do nothing, and what the rules must then say."""

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
