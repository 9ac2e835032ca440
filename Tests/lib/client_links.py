"""Proves that who uses the SDK gets no terminal library: looks at what the client's test binary was built from and
links. The dashboard's binary shows that the look can find one. Usage: client_links.py CLIENT_BUILD_DIR DASHBOARD"""

import re
import subprocess
import sys
from pathlib import Path

CURSES = re.compile(r"lib(?:n?curses|tinfo|form|menu|panel)\w*\.", re.IGNORECASE)
# The two products, what they need, and the client itself.
MODULES = {"Analytics", "AnalyticsTesting", "CZlib", "Shop", "ShopTests"}
RUNNERS = {"shopPackageTests", "shopPackageDiscoveredTests"}


def linked(binary: Path) -> list[str]:
    """Every library that the binary loads, those of its libraries included where the system tells."""
    tool = ["otool", "-L"] if sys.platform == "darwin" else ["ldd"]
    listing = subprocess.run([*tool, str(binary)], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listing.splitlines() if line.startswith(("\t", " "))]


def curses(binary: Path) -> list[str]:
    return [library for library in linked(binary) if CURSES.search(library)]


def test_binary(build: Path) -> Path:
    bundle = build / "shopPackageTests.xctest"
    return bundle / "Contents/MacOS/shopPackageTests" if bundle.is_dir() else bundle


def breaches(build: Path, dashboard: Path) -> list[str]:
    if not curses(dashboard):
        return [f"{dashboard} links no terminal library, so finding none elsewhere says nothing"]
    found = [f"the client's tests link {library}" for library in curses(test_binary(build))]
    # A folder without objects is only a plan.
    built = {folder.stem for folder in build.glob("*.build") if any(folder.rglob("*.o"))} - RUNNERS
    found += [f"{module} was built for the client" for module in sorted(built - MODULES)]
    return found + [f"{module} was not built for the client" for module in sorted(MODULES - built)]


if __name__ == "__main__":
    found = breaches(Path(sys.argv[1]), Path(sys.argv[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
