"""What is measured from outside the process: what `init` opens."""

import json
import os
import re
import select
import shutil
import subprocess
import tempfile
from pathlib import Path

QUIET = 0.2
LIMIT = 30
# The thread pool's own monitor reads the threads' states in /proc whenever a second has passed; that is no file of ours.
OPENING = re.compile(r"\b(?:open|openat|openat2|creat|mkdir|mkdirat)\((?!(?:AT_FDCWD, )?\"/proc/\d+/)")
SOCKET = re.compile(r"\bsocket(?:pair)?\(")


def notes(which) -> list[str]:
    if which("strace"):
        return []
    return ["strace is missing: what init opened was read from the open descriptors, so a file closed again is not seen"]


def read_line(process: subprocess.Popen, wanted: str) -> str:
    while line := process.stdout.readline():
        if line.strip() == wanted or wanted == "figures" and line.startswith("{"):
            return line
    raise RuntimeError(f"{process.args} ended before {wanted}")


def descriptors(pid: int) -> dict[str, str]:
    """What the process holds open, where the system shows it."""
    folder = Path(f"/proc/{pid}/fd")
    found = {}
    for entry in folder.iterdir() if folder.exists() else []:
        try:
            found[entry.name] = os.readlink(entry)
        except OSError:
            continue
    return found


def settle(process: subprocess.Popen) -> None:
    """Time for whatever init may have started; it writes nothing, so this lasts as long as it may."""
    select.select([process.stdout], [], [], QUIET)


def init(binary: Path, folder: Path) -> dict[str, float]:
    """The time of the first init in a process, and what a second process's init opens under a trace."""
    timed = subprocess.run([str(binary), "init", str(folder)], input="\n\n", capture_output=True, text=True,
                           timeout=LIMIT, check=True)
    figures = json.loads(timed.stdout.splitlines()[-1])
    with tempfile.TemporaryDirectory() as place:
        trace = Path(place) / "trace"
        tracer = ["strace", "-f", "-qq", "-o", str(trace), "-e", "trace=%file,%network,write"]
        tracer = tracer if shutil.which("strace") else []
        process = subprocess.Popen([*tracer, str(binary), "init", str(folder)], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        read_line(process, "before")
        held = descriptors(process.pid)
        process.stdin.write("\n")
        process.stdin.flush()
        read_line(process, "after")
        settle(process)
        new = [target for name, target in descriptors(process.pid).items() if name not in held]
        process.stdin.write("\n")
        process.stdin.close()
        process.wait(timeout=LIMIT)
        process.stdout.close()
        if tracer:
            figures.update(opened_between(trace.read_text()))
        elif held:
            figures["init.sockets"] = sum(target.startswith("socket:") for target in new)
            figures["init.files_opened"] = sum(target.startswith("/") for target in new)
    if folder.exists():
        raise RuntimeError("init made its folder")
    return figures


def opened_between(trace: str) -> dict[str, float]:
    """Counts only what lies between the two places at which the program spoke, in all its threads."""
    begun, _, rest = trace.partition('"past before\\n"')
    inside, _, ended = rest.partition('"past after\\n"')
    if not begun or not ended:
        raise RuntimeError("the trace does not hold both marks")
    return {"init.files_opened": len(OPENING.findall(inside)), "init.sockets": len(SOCKET.findall(inside))}
