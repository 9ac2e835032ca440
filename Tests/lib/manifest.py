"""Checks the manifest as SwiftPM reads it: names that are unique in a host's package graph, the libraries that each
platform links, and no dependency. Each check is first shown a manifest with the fault that it looks for."""

import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PREFIXES = ("Analytics", "CAnalytics")
# By target: each linked library with the platforms that link it; no platform means all.
LINKED = {
    "CAnalyticsZlib": {"z": []},
    # macOS has the wide functions in ncurses itself, and no ncursesw.
    "CAnalyticsCurses": {"ncursesw": ["linux"], "ncurses": ["macos"]},
}
PRODUCTS_OF_ADOPTERS = {"Analytics", "AnalyticsTesting"}


def described() -> dict:
    # In a separate scratch folder: the shared one may be locked by a build.
    with tempfile.TemporaryDirectory() as scratch:
        return json.loads(subprocess.check_output(
            ["swift", "package", "--scratch-path", scratch, "dump-package"], cwd=ROOT, text=True))


def linked(target: dict) -> dict[str, list[str]]:
    found = {}
    for setting in target["settings"]:
        if library := setting["kind"].get("linkedLibrary"):
            found[library["_0"]] = sorted((setting.get("condition") or {}).get("platformNames", []))
    return found


def unprefixed(package: dict) -> list[str]:
    return [f"target {target['name']} has no prefix of this package" for target in package["targets"]
            if target["type"] != "test" and not target["name"].startswith(PREFIXES)]


def wrong_libraries(package: dict) -> list[str]:
    found = {target["name"]: linked(target) for target in package["targets"]}
    return [f"{name} links {libraries}, expected {LINKED.get(name, {})}" for name, libraries in found.items()
            if libraries != LINKED.get(name, {})] + [f"{name} is not a target" for name in LINKED.keys() - found.keys()]


def dependencies(package: dict) -> list[str]:
    return [f"the package depends on another one: {dependency}" for dependency in package["dependencies"]]


def unsafe_flags(package: dict) -> list[str]:
    """SwiftPM refuses a dependency that has them."""
    return [f"target {target['name']} has unsafe flags" for target in package["targets"]
            if any("unsafeFlags" in setting["kind"] for setting in target["settings"])]


def products(package: dict) -> list[str]:
    names = {product["name"] for product in package["products"]}
    return [f"product {name} is missing" for name in sorted(PRODUCTS_OF_ADOPTERS - names)]


def planted(package: dict, target: str, change) -> dict:
    changed = copy.deepcopy(package)
    change(next(entry for entry in changed["targets"] if entry["name"] == target))
    return changed


def proofs(package: dict) -> list[tuple]:
    """Each check with manifests that it must refuse."""
    def flag(target):
        target["settings"].append({"tool": "swift", "kind": {"unsafeFlags": {"_0": ["-O"]}}})

    def one_library(target):
        target["settings"] = target["settings"][:1]

    def everywhere(target):
        target["settings"][0].pop("condition")

    return [
        (unprefixed, planted(package, "AnalyticsTerminalKit", lambda target: target.update(name="TerminalKit"))),
        (wrong_libraries, planted(package, "CAnalyticsCurses", one_library)),
        (wrong_libraries, planted(package, "CAnalyticsCurses", everywhere)),
        (dependencies, {**package, "dependencies": [{"sourceControl": []}]}),
        (unsafe_flags, planted(package, "Analytics", flag)),
        (products, {**package, "products": package["products"][1:]}),
    ]


def main() -> int:
    package = described()
    checks = [unprefixed, wrong_libraries, dependencies, unsafe_flags, products]
    found = [breach for check in checks for breach in check(package)]
    if not found:
        found = [f"{check.__name__} does not find the fault that it looks for"
                 for check, broken in proofs(package) if not check(broken)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
