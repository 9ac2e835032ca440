"""Fixtures of the machine tests. They need the package built: the host comes from VICTIM_BIN, or from .build/debug."""

import os
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cases import Machine  # noqa: E402 (needs the path above)


def pytest_report_header():
    return f"machines: seed {seed()} (MACHINES_SEED), {'every case' if is_deep() else 'a sample'}"


def is_deep() -> bool:
    return os.environ.get("ANALYTICS_TEST_DEEP") == "1"


_SEED = int(os.environ.get("MACHINES_SEED") or random.SystemRandom().randrange(1_000_000))


def seed() -> int:
    return _SEED


@pytest.fixture(scope="session")
def machine(tmp_path_factory) -> Machine:
    machine = Machine(tmp_path_factory.mktemp("machine"))
    machine.record()
    return machine


@pytest.fixture(scope="session")
def census(machine):
    return machine.census()
