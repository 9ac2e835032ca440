"""Proves that who uses the SDK gets no terminal library: looks at what went into the client's test binary and what it
loads. The dashboard's binary shows that the look can find one. Usage: client_links.py BUILD_DIR CLIENT_BUILD_DIR"""

import re
import subprocess
import sys
from pathlib import Path

CURSES = re.compile(r"lib(?:n?curses|tinfo|form|menu|panel)\w*\.", re.IGNORECASE)
# The two products, what they need, the client's own targets, and what SwiftPM makes to run its tests.
CLIENT = {"Analytics", "AnalyticsTesting", "CAnalyticsCurl", "CAnalyticsZlib", "Shop", "ShopTests", "DashboardTests",
          "CNcurses", "CZlib", "CursesTerminal", "Dashboard", "IngestServer", "SampleApp", "TerminalKit", "Victim",
          "shopPackageTests", "shopPackageDiscoveredTests"}


def loaded(binary: Path) -> list[str]:
    """Every library that the binary loads, those of its libraries included where the system tells."""
    tool = ["otool", "-L"] if sys.platform == "darwin" else ["ldd"]
    listing = subprocess.run([*tool, str(binary)], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listing.splitlines() if line.startswith(("\t", " "))]


def curses(binary: Path) -> list[str]:
    return [library for library in loaded(binary) if CURSES.search(library)]


def linked_modules(build: Path, product: str) -> set[str]:
    """The targets whose objects the linker was given for a product."""
    listing = (build / f"{product}.product/Objects.LinkFileList").read_text()
    return set(re.findall(r"/(\w+)\.build/", listing))


def breaches(build: Path, client: Path) -> list[str]:
    dashboard, tests = build / "analytics-dashboard", client / "shopPackageTests.xctest"
    if not curses(dashboard) or "CAnalyticsCurses" not in linked_modules(build, "analytics-dashboard"):
        return [f"{dashboard} links no terminal library, so finding none elsewhere says nothing"]
    if tests.is_dir():
        tests /= "Contents/MacOS/shopPackageTests"
    linked = linked_modules(client, "shopPackageTests")
    return [*(f"the client's tests load {library}" for library in curses(tests)),
            *(f"{module} is linked into the client's tests" for module in sorted(linked - CLIENT)),
            *(f"{module} is missing from the client's tests" for module in sorted({"Analytics", "Shop"} - linked))]


if __name__ == "__main__":
    found = breaches(*map(Path, sys.argv[1:]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
