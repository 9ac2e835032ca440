"""Which faults are played. A group is a family of cases, one for each n; `{n}` and `{m}` (n + 1) stand in its plan."""

import random
from dataclasses import dataclass

from cases import Case

ERRORS = {
    "open": ["EIO", "EACCES", "EMFILE", "EINTR"],
    "create": ["ENOSPC", "EROFS"],
    "read": ["EIO", "EINTR"],
    "write": ["ENOSPC", "EIO", "EINTR"],
    "sync": ["EIO", "ENOSPC"],
    "close": ["EIO", "EINTR"],
    "rename": ["EIO", "EROFS", "ENOSPC"],
    "unlink": ["EIO", "EACCES", "EROFS"],
    "mkdir": ["ENOSPC", "EACCES", "EROFS"],
    "stat": ["EIO", "EACCES"],
    "opendir": ["EMFILE", "EACCES"],
    "readdir": ["EIO"],
    "lock": ["EINTR", "EIO", "EWOULDBLOCK"],
}


@dataclass(frozen=True)
class Group:
    kind: str
    plan: str

    def __str__(self) -> str:
        return self.plan.replace("{n}", "n").replace("{m}", "n1")

    def cases(self, run: str, census: dict) -> list[Case]:
        """A case for every n that the run reaches without a fault."""
        count = sum(self.kind == "any" or self.kind in call.kinds for call in census[run])
        return [Case(run, self.plan.format(n=n, m=n + 1)) for n in range(1, count + 1)]


HALF_LINE = "write:{n}:short;write:{m}:fail=ENOSPC"

GROUPS = [
    *(Group(kind, f"{kind}:{{n}}:fail={error}") for kind, errors in ERRORS.items() for error in errors),
    Group("read", "read:{n}:short"),
    Group("write", "write:{n}:short"),
    # Half a line stays behind, and cutting it back works, fails, or is interrupted.
    Group("write", HALF_LINE),
    Group("write", HALF_LINE + ";truncate:1:fail=EIO"),
    Group("write", HALF_LINE + ";truncate:1:fail=EINTR"),
    Group("write", HALF_LINE + ";truncate:1:kill-before"),
    # The process ends: before each call, after each that changes the disk, in the middle of each write.
    Group("any", "any:{n}:kill-before"),
    Group("change", "change:{n}:kill-after"),
    Group("write", "write:{n}:kill-half"),
    Group("any", "any:{n}:delay=20000"),
    # From here on for good: full, read-only, without descriptors, undeletable, a state that cannot be replaced.
    Group("write", "write:{n}+:fail=ENOSPC"),
    Group("write", "write:{n}+:fail=ENOSPC;create:1+:fail=ENOSPC"),
    Group("change", "change:{n}+:fail=EROFS"),
    Group("open", "open:{n}+:fail=EMFILE"),
    Group("unlink", "unlink:{n}+:fail=EACCES"),
    Group("rename", "rename:{n}+:fail=EIO"),
]


def sample(cases: list[Case], most: int, generator: random.Random) -> list[Case]:
    """The first, the last, and some between."""
    if len(cases) <= most:
        return cases
    return [cases[0], *sorted(generator.sample(cases[1:-1], most - 2), key=cases.index), cases[-1]]
