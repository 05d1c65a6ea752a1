"""What is installed works away from the checkout, reads its own data, and stays light to import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

import analyzer
from analyzer.data import data_root
from analyzer.table import load_table

ROOT = Path(__file__).resolve().parent.parent
HAND = "112233456778899m5p+5p"
DATA = ("grammar", "fan_table", "cases")
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV"))} | {
    "YUNLONG_CACHE": "off",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}


def _run(*command: str | Path, cwd: Path | str = ROOT) -> str:
    ended = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout; the build backend is fetched only where it is not installed."""
    folder = tmp_path_factory.mktemp("wheel")
    offline = ["--no-build-isolation"] if find_spec("hatchling") else []
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", *offline, "--wheel-dir", folder, ".")
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel; the dependencies are those of the running one, the checkout is not."""
    folder = tmp_path_factory.mktemp("environment")
    _run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / Path(sys.executable).relative_to(sys.prefix)
    _run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    site = Path(_run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return python


def test_the_wheel_is_read_from_its_own_place(installed: Path) -> None:
    places = "import analyzer, analyzer.data as d; print(analyzer.__file__, *(d.data_root(n) for n in %r), sep='\\n')"
    module, *data = _run(installed, "-c", places % (DATA,), cwd="/").splitlines()
    package = Path(module).parent
    assert installed.parent.parent in package.parents
    assert ROOT not in package.parents
    assert [Path(place) for place in data] == [package / name for name in DATA]


def test_the_wheel_scores_a_hand_from_anywhere(installed: Path) -> None:
    (answer,) = _run(installed.with_name("yunlong"), "score", HAND, "--json", cwd="/").splitlines()
    assert json.loads(answer)["total"] == 127
    assert json.loads(answer)["table"]["hash"] == load_table().hash


def test_the_wheel_s_cases_hold(installed: Path) -> None:
    assert "all as expected" in _run(installed.with_name("yunlong"), "cases", "--lang", "en", cwd="/")


def test_the_wheel_holds_every_data_file_and_nothing_else(installed: Path, wheel: Path) -> None:
    listed = _run(sys.executable, "-m", "zipfile", "--list", wheel).splitlines()[1:]
    names = {line.split()[0] for line in listed}
    for folder in DATA:
        for file in (ROOT / folder).rglob("*.*"):
            assert f"analyzer/{file.relative_to(ROOT).as_posix()}" in names
    assert "analyzer/py.typed" in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"analyzer"}


def test_the_suite_runs_on_the_checkout() -> None:
    """An editable install: what is tested is what is edited."""
    assert Path(str(analyzer.__file__)) == ROOT / "analyzer" / "__init__.py"
    assert [Path(str(data_root(name))) for name in DATA] == [ROOT / name for name in DATA]


HEAVY = ("lark", "click", "rich", "tomllib", "pickle", "difflib")


def _loaded(statement: str) -> set[str]:
    return set(_run(sys.executable, "-c", f"import sys\n{statement}\nprint(*sys.modules)", cwd="/").split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = _loaded("import analyzer")
    assert loaded.isdisjoint(HEAVY)
    assert {name for name in loaded if name.startswith("analyzer")} == {"analyzer"}


def test_scoring_loads_no_command_line() -> None:
    loaded = _loaded(f"import analyzer; assert analyzer.score({HAND!r}).total == 127")
    assert loaded.isdisjoint({"click", "rich"})


def test_the_command_line_loads_its_commands_when_asked() -> None:
    loaded = _loaded("import analyzer.cli")
    assert loaded.isdisjoint({"lark", "rich", "tomllib"})
    assert {name for name in loaded if name.startswith("analyzer")} == {"analyzer", "analyzer.cli"}
