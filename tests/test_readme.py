"""What the README shows is what happens: its console blocks and its Python session."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from analyzer.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
COMMANDS = [(part.partition("\n")) for block in BLOCKS for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]


def _lines(text: str) -> list[str]:
    """The lines, whatever the hash of the tables is just now."""
    return [re.sub("#[0-9a-f]{12}", "#…", line.rstrip()) for line in text.rstrip().splitlines()]


@pytest.mark.parametrize(("command", "expected"), [(one, rest) for one, _, rest in COMMANDS])
def test_console_block(command: str, expected: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "yunlong"
    result = CliRunner().invoke(main, arguments, env={"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
    assert _lines(result.stdout + result.stderr) == _lines(expected)


def test_python_session() -> None:
    (session,) = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    assert doctest.DocTestRunner(optionflags=flags).run(test).failed == 0


def test_there_is_something_to_test() -> None:
    assert len(COMMANDS) > 10
