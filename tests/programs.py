"""Programs beside Python that some tests want."""

from __future__ import annotations

import os
import shutil

import pytest


def wanted(*programs: str) -> None:
    """Pass tests over, with the reason, where a program is missing; the full check (CI) never passes any over."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"wants {', '.join(missing)}: apt-get install {' '.join(missing)}", allow_module_level=True)
