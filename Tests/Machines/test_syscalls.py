"""System calls: a fault at the n-th call of each kind, for every n of a whole run of append, seal, send, deny, relaunch.

How it works: `AnalyticsVictim play` runs a fixed program in three processes (cases.py) with faults.c preloaded, which acts on
calls below the tracker's directory only. A run without faults counts the calls of each kind; then each group of plans.py is
played for each n, in parallel. After each case the last process relaunches without faults and sends what waits, and model.py
decides from the host's acknowledgements, the collector's arrivals, the log of calls and the files whether a rule was broken.
Without --deep each group plays its first, its last and a seeded sample of its cases.

A failure names the case, the call and the command that plays it again, such as
    python3 -B Tests/Machines/replay.py 'second rename:3:fail=EIO'
"""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import model
import pytest
from cases import Case
from conftest import is_deep, seed
from known import KNOWN_DURABILITY, excuse
from plans import GROUPS, sample

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="LD_PRELOAD is a feature of Linux")

# More than cores: many cases wait for the tracker's next attempt.
WORKERS = 6
SAMPLE = 6


def describe(outcome) -> str:
    acted = ", ".join(f"{call} in {call.step or 'start'}" for call in outcome.hit[:3]) or "no such call"
    return "\n".join([f"{outcome.case}: {acted}", *(f"    {finding}" for finding in outcome.findings),
                      f"    again: {outcome.case.command}"])


@pytest.fixture(scope="session")
def played(request, machine, census):
    """The outcomes of each group that is selected, all played by one pool, so that those that wait hold up no other."""
    selected = dict.fromkeys((item.callspec.params["run"], item.callspec.params["group"]) for item in request.session.items
                             if "played" in item.fixturenames)
    with ThreadPoolExecutor(WORKERS) as pool:
        yield {(run, group): [pool.submit(machine.play, case) for case in chosen(run, group, census)]
               for run, group in selected}
        pool.shutdown(cancel_futures=True)


def chosen(run: str, group, census) -> list[Case]:
    cases = group.cases(run, census)
    return cases if is_deep() else sample(cases, SAMPLE, random.Random(f"{seed()} {run} {group}"))


@pytest.mark.parametrize("run", ["first", "second"])
@pytest.mark.parametrize("group", GROUPS, ids=str)
def test_a_fault_at_any_call_breaks_no_guarantee(played, run, group):
    outcomes = [future.result() for future in played[run, group]]
    broken = [outcome for outcome in outcomes if outcome.findings]
    known = excuse(run, group.plan)
    unknown = [outcome for outcome in broken
               if not known or any(finding.rule not in known.rules for finding in outcome.findings)]
    assert not unknown, f"seed {seed()}\n" + "\n".join(map(describe, unknown))
    if known and is_deep():
        assert broken, f"fixed: remove the row from known.py: {known}"
    for outcome in broken:
        print(f"known, {known.why}\n{describe(outcome)}")
    # How the tracker's threads split the work varies, so some of the highest n are not reached each time; the first is.
    assert not outcomes or any(outcome.hit for outcome in outcomes), "no case reached its call"


def test_a_denial_is_durable_before_it_deletes(machine):
    outcome = machine.play(Case("second", ""))
    broken = list(model.durable(model.Facts(outcome.case, outcome.runs, outcome.collector, None)))
    if broken and KNOWN_DURABILITY:
        assert broken == ["a segment is deleted before folder"], broken
        return
    assert not broken
    assert not KNOWN_DURABILITY, "fixed: set KNOWN_DURABILITY in known.py to an empty text"


def test_every_kind_of_call_was_counted(census):
    kinds = {kind for calls in census.values() for call in calls for kind in call.kinds}
    needed = {"open", "create", "read", "write", "sync", "close", "rename", "unlink", "mkdir", "stat", "opendir", "readdir",
              "lock", "change"}
    assert needed <= kinds, f"never called: {needed - kinds}"
