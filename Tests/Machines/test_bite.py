"""The checker bites: calls that report success and do nothing, and what the rules must then say."""

import model
import pytest
from cases import Case


def first(census, run: str, kind: str, step: str, path: str = "") -> int:
    """The number, among the calls of a kind, of the first one in a step on a path that ends so."""
    calls = [call for call in census[run] if kind in call.kinds]
    return next(n for n, call in enumerate(calls, 1) if call.step == step and call.path.endswith(path))


def rules(machine, run: str, plan: str) -> set[str]:
    outcome = machine.play(Case(run, plan))
    assert outcome.hit, f"{plan} was not reached"
    print("\n".join(map(str, outcome.findings)))
    return {finding.rule for finding in outcome.findings}


def test_a_write_that_only_pretends_is_reported_as_lost(machine, census):
    # The header is the first write to a segment, the events are the second.
    n = first(census, "second", "write", "track:131-133", ".jsonl") + 1
    assert "lost" in rules(machine, "second", f"write:{n}:pretend")


def test_a_removal_that_only_pretends_is_reported_as_repeated(machine, census):
    assert "repeated" in rules(machine, "second", f"unlink:{first_after_denial(census)}:pretend")


def first_after_denial(census) -> int:
    """The removal of the segment that was sent after the denial, among all removals."""
    calls = [call for call in census["second"] if "unlink" in call.kinds]
    last_denied = max(n for n, call in enumerate(calls, 1) if call.step == "deny")
    assert len(calls) > last_denied
    return last_denied + 1


def test_a_withdrawal_that_only_pretends_is_reported_as_leaked(machine, census):
    rename = first(census, "second", "rename", "deny")
    unlink = first(census, "second", "unlink", "deny")
    assert "leaked" in rules(machine, "second", f"rename:{rename}+:pretend;unlink:{unlink}+:pretend")


def test_an_erasure_that_only_pretends_is_reported(machine, census):
    unlink = first(census, "second", "unlink", "deny")
    assert {"erased", "disk"} & rules(machine, "second", f"unlink:{unlink}:pretend")


def test_a_sync_that_only_pretends_is_reported(machine, census):
    outcome = machine.play(Case("second", f"sync:{first(census, 'second', 'sync', 'deny')}:pretend"))
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
