"""What all tests share: sizes, and options of the test run."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

SIZES = tomllib.loads(Path(__file__).with_name("sizes.toml").read_text())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sizes", choices=("test", "soak"), default="test", help="sizes of the sized tests (tests/sizes.toml)")
    parser.addoption("--write-golden", action="store_true", help="write the golden playthroughs instead of comparing")
