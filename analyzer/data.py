"""Where the data folders are: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def data_root(name: str) -> Traversable:
    """The folder ``grammar``, ``fan_table`` or ``cases``; FileNotFoundError names both places looked at."""
    inside = files(__package__).joinpath(name)
    if inside.is_dir():
        return inside
    beside = Path(__file__).resolve().parent.parent / name
    if beside.is_dir():
        return beside
    raise FileNotFoundError(f"{name}/ is neither in the package ({inside}) nor beside it ({beside})")


def read_data(folder: str, name: str) -> str:
    """The text of one data file."""
    return data_root(folder).joinpath(name).read_text("utf-8")
