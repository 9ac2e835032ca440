"""Proves that every global symbol of the C targets carries this package's prefix: C has one name space for a whole
program, so `cn_screen_open` could be a host's function too. Usage: c_symbols.py BUILD_DIR"""

import shutil
import subprocess
import sys
from pathlib import Path

# By target: the prefix, and how many global symbols there are at least.
TARGETS = {"CAnalyticsCurses": ("analytics_curses_", 20), "CAnalyticsCurl": ("canalytics_", 10),
           "CAnalyticsZlib": ("analytics_zlib_", 0)}
# The dashboard's executable gives each thread a stack for crashes: it stands before the system's function on purpose, and no
# library product holds it.
MEANT = {("CAnalyticsCurses", "pthread_create")}


def nm() -> str:
    beside = Path(shutil.which("swift")).resolve().with_name("llvm-nm")
    return str(beside) if beside.exists() else "nm"


def defined(folder: Path) -> list[str]:
    objects = sorted(folder.glob("**/*.o"))
    if not objects:
        return []
    listing = subprocess.check_output([nm(), "--extern-only", "--defined-only", *map(str, objects)], text=True)
    # Mach-O puts an underscore before each name.
    return [line.split()[-1].removeprefix("_") for line in listing.splitlines() if len(line.split()) == 3]


def breaches(build: Path) -> list[str]:
    found = []
    for target, (prefix, least) in TARGETS.items():
        names = defined(build / f"{target}.build")
        found += [f"{target} defines the global {name}; its names begin with {prefix}"
                  for name in names if not name.startswith(prefix) and (target, name) not in MEANT]
        if len(names) < least:
            found.append(f"{target} shows {len(names)} global symbols, expected at least {least}")
    return found


if __name__ == "__main__":
    found = breaches(Path(sys.argv[1]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
