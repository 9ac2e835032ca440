"""Type-checks the Apple-only sources on Linux against stub modules, and builds them to be run against simulations."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUBS = Path(__file__).resolve().parent
LOCKED = ROOT / "Sources/Analytics/Core/Support/Locked.swift"
MODULES = ["Darwin", "AppleFoundation", "Network", "os", "UIKit"]
# On Linux no attribute of iOS is in force, so an extension's view is made by blanking what it may not name.
EXTENSION_MARK = re.compile(r"@available\(\s*iOSApplicationExtension,\s*unavailable")
STRICT = ["-swift-version", "6", "-warnings-as-errors"]


def swiftc(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run(["swiftc", *map(str, arguments)], capture_output=True, text=True)


def must(result: subprocess.CompletedProcess) -> None:
    if result.returncode != 0:
        raise RuntimeError(result.stderr[-8000:])


def blanked(text: str) -> str:
    """The text without its marked declarations, each from its mark to the brace that closes it; lines stay."""
    while mark := EXTENSION_MARK.search(text):
        start, end, depth = mark.start(), text.index("{", mark.end()), 0
        while True:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
            if depth == 0:
                break
        text = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text


def copy(source: Path, target: Path, as_extension: bool, change=None) -> list[Path]:
    """Copies Swift sources, after `change` = (file, {old: new}) when there is one; for an extension blanked."""
    files = []
    for file in sorted(source.rglob("*.swift")):
        made = target / file.relative_to(source)
        made.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text()
        for old, new in change[1].items() if change and change[0] == file.name else ():
            assert old in text, f"{file.name} has no {old!r} any more: the fault must follow the source"
            text = text.replace(old, new)
        made.write_text(blanked(text) if as_extension else text)
        files.append(made)
    return files


@dataclass
class World:
    """The stub modules in a folder, as an app or as an extension sees them."""

    folder: Path
    as_extension: bool

    def build(self) -> "World":
        self.folder.mkdir(parents=True)
        header = ROOT / "Sources/CAnalyticsZlib/include/CAnalyticsZlib.h"
        (self.folder / "module.modulemap").write_text(f'module CAnalyticsZlib {{ header "{header}" export * }}\n')
        for module in MODULES:
            files = copy(STUBS / module, self.folder / "stubs" / module, self.as_extension)
            must(swiftc(*STRICT, "-package-name", "stubs", "-parse-as-library", "-emit-module", "-module-name", module,
                        "-I", self.folder, "-o", self.folder / f"{module}.swiftmodule", *files, LOCKED))
        return self

    @property
    def flags(self) -> list:
        return [*STRICT, "-package-name", "analytics", "-I", self.folder,
                "-Xfrontend", "-import-module", "-Xfrontend", "AppleFoundation"]

    def check(self, module: str, files: list[Path], *extra) -> subprocess.CompletedProcess:
        return swiftc("-typecheck", "-wmo", *self.flags, "-parse-as-library", "-module-name", module, *extra, *files)

    def check_analytics(self, folder: Path) -> subprocess.CompletedProcess:
        """Checks a copy of the SDK, as it is."""
        return self.check("Analytics", copy(ROOT / "Sources/Analytics", folder, self.as_extension))

    def check_slip(self, folder: Path, name: str, slip: dict[str, str]) -> subprocess.CompletedProcess:
        """Checks one file of a copy of the SDK, in which the slip was made: a tenth of the time of a whole check."""
        files = copy(ROOT / "Sources/Analytics", folder, self.as_extension, (name, slip))
        slipped = next(file for file in files if file.name == name)
        return swiftc("-frontend", "-typecheck", *STRICT, "-package-name", "analytics", "-I", self.folder,
                      "-import-module", "AppleFoundation", "-parse-as-library", "-module-name", "Analytics",
                      "-primary-file", slipped, *(file for file in files if file != slipped))

    def emit_analytics(self) -> None:
        """Makes the module, for clients to be checked against."""
        files = copy(ROOT / "Sources/Analytics", self.folder / "Analytics", self.as_extension)
        must(swiftc("-emit-module", "-wmo", *self.flags, "-parse-as-library", "-module-name", "Analytics",
                    "-o", self.folder / "Analytics.swiftmodule", *files))


def build_simulated(world: World) -> Path:
    """The SDK and the simulated checks as one program."""
    objects = []
    for module in MODULES:
        target = world.folder / f"{module}.o"
        must(swiftc("-emit-object", "-wmo", "-swift-version", "6", "-package-name", "stubs", "-parse-as-library",
                    "-module-name", module, "-I", world.folder, "-o", target,
                    *(STUBS / module).glob("*.swift"), LOCKED))
        objects.append(target)
    zlib = world.folder / "CAnalyticsZlib.o"
    clang = Path(shutil.which("swiftc")).parent / "clang"
    subprocess.run([str(clang) if clang.exists() else "cc", "-c", str(ROOT / "Sources/CAnalyticsZlib/CAnalyticsZlib.c"),
                    "-I", str(ROOT / "Sources/CAnalyticsZlib/include"), "-o", str(zlib)], check=True)
    program = world.folder / "simulated"
    files = [*(ROOT / "Sources/Analytics").rglob("*.swift"), *(STUBS / "Simulated").glob("*.swift")]
    must(swiftc("-Onone", "-j2", *world.flags, "-parse-as-library", "-module-name", "Analytics",
                *files, *objects, zlib, "-lz", "-o", program))
    return program
