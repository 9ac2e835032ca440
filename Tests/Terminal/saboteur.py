"""The library that does to a dashboard what no key can do; see saboteur.c."""

import os
import select
import shutil
import subprocess
import time
from pathlib import Path


def build(folder: Path) -> Path:
    """Compiles the library; the toolchain's own compiler will do."""
    compiler = shutil.which("clang") or shutil.which("cc")
    assert compiler, "no C compiler on PATH; a Swift toolchain brings clang"
    library = folder / "saboteur.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-Wno-infinite-recursion",
                    "-o", library, Path(__file__).with_suffix(".c")], check=True)
    return library


class Saboteur:
    def __init__(self, library: Path, folder: Path):
        self._orders, self._frames = folder / "orders", folder / "frames"
        os.mkfifo(self._orders)
        # Open at both ends, so that neither side waits for the other and no order is the last.
        self._pipe = os.open(self._orders, os.O_RDWR | os.O_CLOEXEC)
        self.environment = {"LD_PRELOAD": str(library), "SABOTEUR_ORDERS": str(self._orders),
                            "SABOTEUR_FRAMES": str(self._frames)}

    def order(self, *words: str) -> None:
        os.write(self._pipe, (" ".join(words) + "\n").encode())

    def freeze(self, limit: float = 60.0) -> None:
        """Stops the main loop for good; returns once it stands still."""
        self.order("freeze")
        deadline = time.monotonic() + limit
        while "frozen" not in self._lines():
            assert time.monotonic() < deadline, "the main loop goes on"
            select.select([], [], [], 0.01)

    def frames(self) -> list[int]:
        """When each frame so far was drawn, in nanoseconds of the monotonic clock."""
        return [int(line) for line in self._lines() if line.isdecimal()]

    def _lines(self) -> list[str]:
        return self._frames.read_text().split() if self._frames.exists() else []

    def close(self) -> None:
        os.close(self._pipe)
