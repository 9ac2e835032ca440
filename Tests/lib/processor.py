"""How much processor time a process has taken, seen from outside; for the benchmark and for the screen tests."""

import time
from pathlib import Path

# How the thread pool names the threads on which it runs the main queue. Other queues of that kind may use them too, so
# that their time is the screen's at most.
MAIN_QUEUE = "-qos.overcommit"


def processor_seconds(pid: int) -> float | None:
    """Of all threads, ended ones too, to the nanosecond; None where the system does not tell."""
    # What clock_getcpuclockid gives on Linux: the process's number, inverted, and 2 for the scheduler's own count.
    clock = (~pid << 3) | 2
    return time.clock_gettime(clock) if Path(f"/proc/{pid}").exists() else None


def main_queue_seconds(pid: int) -> float | None:
    """Of the threads that run the main queue, which is where the screen is made; None where the system does not tell."""
    taken = []
    for thread in Path(f"/proc/{pid}/task").glob("*"):
        try:
            if thread.joinpath("comm").read_text().strip() == MAIN_QUEUE:
                taken.append(int(thread.joinpath("schedstat").read_text().split()[0]) / 1e9)
        except OSError:
            continue
    return sum(taken) if taken else None
