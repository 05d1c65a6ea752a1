"""What is worked out once and kept for the next start: compiled tables and grammars, in the user's own cache folder.

A cache that cannot be read or written is passed over; deleting the folder is always safe.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def cache_folder() -> Path | None:
    """The folder, made if need be; None where there is none to write to."""
    if sys.platform == "emscripten" or os.environ.get("YUNLONG_CACHE") == "off":
        return None
    with suppress(OSError, RuntimeError):
        home = os.environ.get("YUNLONG_CACHE") or os.environ.get("XDG_CACHE_HOME")
        folder = (Path(home) if home else Path.home() / ".cache") / "yunlong"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder
    return None


@lru_cache(maxsize=1)
def _package_stamp() -> str:
    """Changes whenever a file of the package does, so that nothing outlives the program that made it."""
    modules = sorted(Path(__file__).parent.glob("*.py"))
    return f"{sys.version} {[(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in modules]}"


def kept(name: str, content: str, make: Callable[[], T], kind: type[T]) -> T:
    """The result of ``make()`` for this content, from the cache if it is there."""
    folder = cache_folder()
    if folder is None:
        return make()
    key = hashlib.sha256(f"{_package_stamp()}\0{content}".encode()).hexdigest()[:20]
    file = folder / f"{name}-{key}.pickle"
    with suppress(Exception):  # a damaged file is as good as none
        found = pickle.loads(file.read_bytes())
        if isinstance(found, kind):
            return found
    made = make()
    with suppress(OSError):
        for old in folder.glob(f"{name}-*.pickle"):
            old.unlink()
        beside = file.with_suffix(f".{os.getpid()}")
        beside.write_bytes(pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
        beside.replace(file)
    return made
