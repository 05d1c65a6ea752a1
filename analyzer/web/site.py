"""The page as a static folder for any web host: the package, lark and Pyodide run in the browser.

The folder holds the page, ``python/`` (the package with its data, and lark, each as a zip to put on ``sys.path``),
``pyodide/`` (the runtime) and ``site.json`` (every file with its size and a version, for the page that keeps them).
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from analyzer.data import data_root
from analyzer.errors import Problem, Refusal
from analyzer.messages import extend

STATIC = Path(__file__).parent / "static"
PYODIDE = "pyodide@314.0.7"  # the npm package that the tests run
PYODIDE_FILES = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip
DATA = ("grammar", "fan_table", "cases")
# What has no use in a browser: the command line, the match book, the server.
LEFT_OUT = frozenset({"cli", "book", "static", "__pycache__", "server.py", "site.py", "workers.py", "matchbook.py"})
LISTING = "site.json"
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # the same content makes the same file


class SiteError(Refusal):
    """A site that cannot be written."""

    kind = "site"


@dataclass(frozen=True)
class Site:
    """A written site: its folder, and the bytes of each file by its address."""

    folder: Path
    sizes: dict[str, int]

    @property
    def total(self) -> int:
        """All bytes."""
        return sum(self.sizes.values())


def write_site(folder: Path, pyodide: Path | None = None) -> Site:
    """Write the site into ``folder``; ``pyodide`` is a folder of the npm package, or else npm fetches it.

    Raises SiteError where the folder holds something else, or there is no Pyodide to be had.
    """
    _check_folder(folder)
    with tempfile.TemporaryDirectory() as temporary:
        runtime = _runtime_in(pyodide) if pyodide else fetch_pyodide(Path(temporary))
        _check_static()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _empty(folder)
            shutil.copytree(STATIC, folder, dirs_exist_ok=True)
            _copy_runtime(runtime, folder / "pyodide")
            (folder / "python").mkdir(exist_ok=True)
            write_zip(folder / "python" / "analyzer.zip", package_files())
            write_zip(folder / "python" / "lark.zip", lark_files())
            return _list(folder)
        except OSError as error:
            raise SiteError(
                [Problem("site.unwritable", {"folder": folder, "reason": error.strerror or error})]
            ) from None


def _check_folder(folder: Path) -> None:
    """A site replaces an earlier site, and nothing else."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / LISTING).is_file():
        raise SiteError([Problem("site.not-empty", {"folder": folder})])
    if folder.exists() and not folder.is_dir():
        raise SiteError([Problem("site.no-folder", {"folder": folder})])


def _check_static() -> None:
    if not (STATIC / "index.html").is_file():
        raise SiteError([Problem("site.no-page", {"folder": STATIC})])


def _empty(folder: Path) -> None:
    """Remove the files of an earlier site, as it listed them."""
    listing = folder / LISTING
    if listing.is_file():
        for name in json.loads(listing.read_text("utf-8"))["files"]:
            (folder / name).unlink(missing_ok=True)
        listing.unlink()


# ---------------------------------------------------------------- the runtime


def fetch_pyodide(folder: Path) -> Path:
    """Have npm fetch the package of Pyodide into ``folder``; SiteError where it cannot."""
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError([Problem("site.no-npm", {"package": PYODIDE})])
    command = [npm, "pack", "--silent", "--pack-destination", str(folder), PYODIDE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    packed = next(folder.glob("pyodide-*.tgz"), None)
    if done.returncode or packed is None:
        reason = next(iter(done.stderr.strip().splitlines()), "")
        raise SiteError([Problem("site.npm-failed", {"package": PYODIDE, "reason": reason})])
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return _runtime_in(folder / "package")


def _runtime_in(folder: Path) -> Path:
    missing = [name for name in PYODIDE_FILES if not (folder / name).is_file()]
    if missing:
        raise SiteError([Problem("site.no-pyodide", {"folder": folder, "missing": ", ".join(missing)})])
    return folder


def _copy_runtime(runtime: Path, target: Path) -> None:
    target.mkdir(exist_ok=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(runtime / name, target / name)
    lock = json.loads((runtime / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = {}  # nothing else is loaded: the list would only be bytes
    (target / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")


# ---------------------------------------------------------------- the packages


def package_files() -> Iterator[tuple[str, Traversable]]:
    """The files of this package that are of use in a browser, with its data beside the modules."""
    yield from _files_in(files("analyzer"), "analyzer", (".py",))
    for name in DATA:
        yield from _files_in(data_root(name), f"analyzer/{name}", (".lark", ".toml"))


def lark_files() -> Iterator[tuple[str, Traversable]]:
    """The files of lark, with its licence."""
    yield from _files_in(files("lark"), "lark", (".py", ".lark"), left_out=frozenset({"tools", "__pyinstaller"}))
    for file in distribution("lark").files or ():
        if file.name.startswith("LICENSE"):
            yield "lark/LICENSE", Path(str(file.locate()))


def _files_in(
    folder: Traversable, address: str, endings: tuple[str, ...], left_out: frozenset[str] = LEFT_OUT
) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name in left_out or (address == "analyzer" and entry.name in DATA):
            continue
        if entry.is_dir():
            yield from _files_in(entry, f"{address}/{entry.name}", endings, left_out)
        elif entry.name.endswith(endings):
            yield f"{address}/{entry.name}", entry


def write_zip(target: Path, content: Iterable[tuple[str, Traversable]]) -> None:
    """A zip of these files; equal files make equal bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in content:
            info = zipfile.ZipInfo(name, _ZIP_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, file.read_bytes())


def _list(folder: Path) -> Site:
    """Write down what the site holds."""
    contents = {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()
    }
    digest = hashlib.sha256()
    for name, content in contents.items():
        digest.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    sizes = {name: len(content) for name, content in contents.items()}
    listing = {"version": digest.hexdigest()[:16], "files": sizes}
    (folder / LISTING).write_text(json.dumps(listing, indent=1) + "\n", "utf-8")
    return Site(folder, sizes)


extend(
    {
        "gate.site": ("", ""),
        "site.not-empty": ("{folder} 已有其他檔案", "{folder} holds other files"),
        "site.not-empty.do": ("給一個新的或空的資料夾", "give a new or an empty folder"),
        "site.no-folder": ("{folder} 不是資料夾", "{folder} is no folder"),
        "site.no-folder.do": ("給一個資料夾", "give a folder"),
        "site.no-page": ("程式內沒有網頁（{folder}）", "the page is not in the package ({folder})"),
        "site.no-page.do": ("重新安裝 yunlong-referee", "install yunlong-referee anew"),
        "site.unwritable": ("寫不了 {folder}：{reason}", "{folder} cannot be written: {reason}"),
        "site.unwritable.do": ("給一個可寫的資料夾", "give a folder that can be written to"),
        "site.no-npm": ("找不到 npm，無法取得 {package}", "there is no npm to fetch {package} with"),
        "site.no-npm.do": (
            "安裝 npm，或用 --pyodide 指出 npm 套件 pyodide 的資料夾",
            "install npm, or give the folder of the npm package pyodide by --pyodide",
        ),
        "site.npm-failed": ("npm 未能取得 {package}：{reason}", "npm could not fetch {package}: {reason}"),
        "site.npm-failed.do": (
            "檢查網絡，或用 --pyodide 指出 npm 套件 pyodide 的資料夾",
            "check the network, or give the folder of the npm package pyodide by --pyodide",
        ),
        "site.no-pyodide": ("{folder} 不是 Pyodide，缺少 {missing}", "{folder} is no Pyodide: it lacks {missing}"),
        "site.no-pyodide.do": (
            "先執行 npm install pyodide，再指出 node_modules/pyodide",
            "run npm install pyodide, and give node_modules/pyodide",
        ),
        "site.written": ("已寫入 {folder}：{count} 個檔案，{bytes} 位元組", "{folder}: {count} files, {bytes} bytes"),
        "site.try": (
            "可放上任何網站主機，或試：python -m http.server -d {folder}",
            "put it on any web host, or try it: python -m http.server -d {folder}",
        ),
        "serve.open": ("開啟 {url}（Ctrl+C 結束）", "open {url} (Ctrl+C ends it)"),
        "serve.token": ("比賽簿權杖：{token}", "token for the match book: {token}"),
        "serve.no-extra": ("伺服器需要 FastAPI 和 uvicorn", "the server needs FastAPI and uvicorn"),
        "serve.no-extra.do": (
            '安裝：pip install "yunlong-referee[web]"',
            'install it: pip install "yunlong-referee[web]"',
        ),
        "serve.no-port": ("用不了 {host}:{port}：{reason}", "{host}:{port} cannot be used: {reason}"),
        "serve.no-port.do": ("用 --port 選另一個", "choose another by --port"),
    }
)
