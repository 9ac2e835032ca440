"""The reference model: what must hold after a case, decided from three independent sources: what the host said when an
append had returned, what arrived at the collector, and what is on disk. Nothing of the SDK's own code takes part.

What the contract allows is excused here and nowhere else:
- events only in memory may be lost in a kill, events of the failed append itself after a failed write;
- a kill before the denial reached the disk leaves the old grant;
- a disk that refuses rename and unlink alike for good leaves it too: then only this process must stay silent, and say so;
- a kill between a response and the removal of its segment sends the batch once more, under the same IDs.
"""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import host

BEFORE_DENIAL = range(1, 114)
UNSENT_AT_DENIAL = range(111, 114)


@dataclass(frozen=True)
class Finding:
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"


class Disk:
    """What is left of segments at the end."""

    def __init__(self, directory: Path):
        self.lines = {file.name: file.read_bytes().count(b"\n") - 1 for file in sorted(directory.glob("app/*.jsonl"))
                      if file.is_file()}
        self.names = sorted(file.name for file in directory.glob("app/*"))


def check(case, runs: list[host.Run], collector, left: Disk) -> list[Finding]:
    facts = Facts(case, runs, collector, left)
    found = []
    for rule in (ended, lost, leaked, repeated, numbers, ledger, disk, erased, stuck):
        found += [Finding(rule.__name__, text) for text in rule(facts)]
    return found


class Facts:
    def __init__(self, case, runs, collector, left):
        self.case, self.runs, self.collector, self.left = case, runs, collector, left
        self.faulty = next(run for run in runs if run.name == case.run)
        self.first, self.second, self.last = runs
        self.lasts = "+" in case.plan
        """Whether the fault stays for the rest of the run."""
        self.fails_once = "fail=" in case.plan and not self.lasts and not self.faulty.was_killed
        self.refuses_everything = self.lasts and "change:" in case.plan
        self.arrived = defaultdict(list)
        for arrival in collector.arrivals:
            self.arrived[arrival.number].append(arrival)
        self.denied = "deny" in self.second.steps
        self.killed_in_denial = self.second.was_killed and self.second.steps[-1:] == ["deny"]
        self.withdrawn = self.denied and self.second.grant_after != self.second.grant_before


def ended(facts):
    """No crash, no hang."""
    for run in facts.runs:
        if run.status == host.HUNG:
            yield f"{run.name} hung in {run.steps[-1:]}"
        elif run.status != 0 and not run.was_killed:
            yield f"{run.name} ended with {run.status}: {run.errors[-300:]}"
    yield from facts.collector.faults


def lost(facts):
    """What was acknowledged arrives, unless a denial erased it."""
    for run in facts.runs:
        missing = []
        for number in run.appended:
            erased = facts.denied and number in BEFORE_DENIAL
            # Only a fault in the second run itself can have kept it from sending what the first left.
            if erased and facts.case.run != "second" and number not in UNSENT_AT_DENIAL:
                erased = False
            if not facts.arrived[number] and not erased:
                missing.append(number)
        if missing:
            yield f"acknowledged by {run.name} and never arrived: {missing}"
    if not facts.fails_once:
        return
    # One failure that passes costs at most the events of the step that it fell into.
    hit = facts.faulty.acted[0].step if facts.faulty.acted else None
    later = facts.faulty.steps[facts.faulty.steps.index(hit) + 1:] if hit in facts.faulty.steps else []
    for step in (step for step in later if step.startswith("track")):
        start, end = map(int, step[6:].split("-"))
        missing = sorted(set(range(start, end + 1)) - set(facts.faulty.appended))
        if missing:
            yield f"never recorded, though the fault had passed: {missing}"


def leaked(facts):
    """Nothing from before a denial is sent after it."""
    if not facts.denied:
        return
    order = [arrival for arrival in facts.collector.arrivals if arrival.run == "second"]
    after = next((index for index, arrival in enumerate(order) if arrival.number not in BEFORE_DENIAL), len(order))
    early = {arrival.number for arrival in order if arrival.number in UNSENT_AT_DENIAL}
    early |= {arrival.number for arrival in order[after:] if arrival.number in BEFORE_DENIAL}
    if early:
        yield f"sent by the process that was denied: {sorted(early)}"
    late = sorted(arrival.number for arrival in facts.collector.arrivals
                  if arrival.run == "last" and arrival.number in BEFORE_DENIAL)
    if not late:
        return
    if facts.withdrawn:
        yield f"sent after the denial had reached the disk: {late}"
    elif not facts.killed_in_denial and not facts.refuses_everything:
        yield f"sent by the next launch: {late}"


def repeated(facts):
    """One event, one ID, one batch; sent again only when a kill hid that it was sent."""
    for run, batch in sorted({sent for sent in facts.collector.batches if facts.collector.batches.count(sent) > 1}):
        yield f"{run} sent batch {batch} again although it was accepted"
    for number, arrivals in sorted(facts.arrived.items()):
        if len({arrival.id for arrival in arrivals}) > 1:
            yield f"event {number} arrived under several IDs"
        if len({arrival.batch for arrival in arrivals}) > 1:
            yield f"event {number} arrived in several batches"
    again = sorted(number for number, arrivals in facts.arrived.items() if len({a.run for a in arrivals}) > 1)
    if again and not facts.faulty.was_killed and not facts.lasts:
        yield f"sent again by the next launch, and nothing was killed: {again}"


def numbers(facts):
    """Segment and sequence numbers only go up."""
    highest = 0
    for run in facts.runs:
        # Without a state file the numbers come from the listing.
        highest = highest if run.had_state else run.highest_before
        for number in segments_with_events(run):
            if number <= highest:
                yield f"{run.name} wrote events to a new segment {number} after segment {highest}"
            highest = max(highest, number)
    owners = defaultdict(set)
    newest: dict[str, tuple[int, int]] = {}
    for arrival in sorted(facts.collector.arrivals, key=lambda arrival: arrival.number):
        owners[arrival.install, arrival.sequence].add(arrival.number)
        number, sequence = newest.get(arrival.install, (0, 0))
        if arrival.number != number and arrival.sequence <= sequence:
            yield f"event {arrival.number} has sequence {arrival.sequence}, the event before it {sequence}"
        newest[arrival.install] = arrival.number, arrival.sequence
    for (install, sequence), events in sorted(owners.items()):
        if len(events) > 1:
            yield f"sequence {sequence} of install {install[:6]} used for events {sorted(events)}"


def segments_with_events(run) -> list[int]:
    """The segments that a run made and wrote more than the header to, in order."""
    writes: dict[str, int] = {}
    for call in run.calls:
        if not call.path.endswith(".jsonl") or call.result != "ok":
            continue
        if "create" in call.kinds:
            writes[call.path] = 0
        elif "write" in call.kinds and call.path in writes:
            writes[call.path] += 1
    return [int(Path(path).stem) for path, count in writes.items() if count > 1]


def accounts(status) -> dict[str, int]:
    return status["ledger"]["accounts"]


def ledger(facts):
    """Every event is in exactly one account, in every run after every step."""
    for run in facts.runs:
        for step, status in run.statuses():
            sums, kept = accounts(status), status["ledger"]
            if kept["tracked"] + kept["recovered"] != sum(sums.values()):
                yield f"{run.name}, after {step}: {kept['tracked']} + {kept['recovered']} in, {sums}"
            if min(sums.values()) < 0:
                yield f"{run.name}, after {step}: an account is negative: {sums}"


def disk(facts):
    """The ledger agrees with the files, counted by a reader of our own, and nothing stays behind."""
    for run in facts.runs:
        statuses = run.statuses()
        if run.was_killed or not statuses:
            continue
        status = statuses[-1][1]
        sums = accounts(status)
        booked = sums["waiting"] + sums["inFlight"] + status.get("undeletable", 0)
        found = run.lines_after + run.foreign_after
        if booked != found and not status["problems"]:
            yield f"{run.name} has {booked} events on disk by its ledger, the files have {found}"
        is_faulty = run is facts.faulty
        if not is_faulty and status["ledger"]["recovered"] - sums.get("corrupt", 0) != run.lines_before + run.foreign_before:
            yield (f"{run.name} recovered {status['ledger']['recovered']}, the files had {run.lines_before} "
                   f"and {run.foreign_before} of another grant")
    if facts.left.lines:
        yield f"left on disk at the end: {facts.left.lines}"


def erased(facts):
    """A denial leaves no event on disk; what it could not erase is named in the status."""
    statuses = facts.second.statuses()
    if not facts.denied or facts.second.was_killed or not statuses:
        return
    problems = statuses[-1][1]["problems"]
    if not facts.withdrawn and not problems:
        yield "the withdrawal did not reach the disk, and the status names no problem"
    if facts.withdrawn and facts.second.foreign_after and not (facts.lasts and problems):
        yield f"the denial left {facts.second.foreign_after} events on disk; problems {problems}"


def stuck(facts):
    """No step waits for ever, and the next launch works."""
    for run in facts.runs:
        if run.gave_up and not (run is facts.faulty and facts.lasts):
            problems = [status["problems"] for _, status in run.statuses()]
            yield f"{run.name} gave up in {run.gave_up}; problems {[entry for entry in problems if entry][:2]}"
    if not facts.arrived[201]:
        yield "the next launch sends nothing new"


def durable(facts):
    """A denial is safe from a power cut before the first segment is deleted: draft renamed, file and folder synchronised."""
    done = set()
    for call in facts.second.calls:
        if call.step != "deny" or call.result != "ok" or "PRETEND" in call.action:
            continue
        if "rename" in call.kinds and call.path.endswith("state.json"):
            done.add("rename")
        if "sync" in call.kinds:
            done.add("folder" if call.path == "/app" else "state")
        if "unlink" in call.kinds and call.path.endswith("state.json"):
            done |= {"rename", "state"}
        if "unlink" in call.kinds and call.path.endswith(".jsonl"):
            missing = {"rename", "state", "folder"} - done
            if missing:
                yield f"a segment is deleted before {' and '.join(sorted(missing))}"
            return
