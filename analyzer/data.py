"""Where the data folders are: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def data_root(name: str) -> Traversable:
    """The folder ``grammar``, ``fan_table`` or ``cases``; FileNotFoundError names both places looked at."""
    package = Path(__file__).resolve().parent
    for folder in (package / name, package.parent / name):
        if folder.is_dir():
            return folder
    # Only a package in a zip file needs this, which is slow to import.
    from importlib.resources import files

    inside = files(__package__).joinpath(name)
    if inside.is_dir():
        return inside
    raise FileNotFoundError(f"{name}/ is neither in the package ({inside}) nor beside it ({package.parent / name})")


def read_data(folder: str, name: str) -> str:
    """The text of one data file."""
    return data_root(folder).joinpath(name).read_text("utf-8")
