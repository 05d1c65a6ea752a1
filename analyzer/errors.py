"""What can be wrong with a line: problems as data, and the errors that carry them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.messages import Lang, message

MOST_SHOWN = 20  # problems told in words; all are in ``problems``


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: a code of :mod:`analyzer.messages`, its words, and where it stands in the line.

    ``spans`` are (start, end) offsets into the text, empty when the problem has no single place.
    """

    code: str
    words: Mapping[str, object] = field(default_factory=dict)
    spans: tuple[tuple[int, int], ...] = ()

    def text(self, lang: Lang = "en") -> str:
        """What is wrong, in one sentence."""
        return message(self.code, lang, **self.words)

    def remedy(self, lang: Lang = "en") -> str:
        """What would do instead, in one sentence."""
        return message(self.code + ".do", lang, **self.words)

    def as_dict(self, lang: Lang = "en") -> dict[str, object]:
        """The problem as JSON holds it."""
        return {
            "code": self.code,
            "text": self.text(lang),
            "remedy": self.remedy(lang),
            "spans": [list(span) for span in self.spans],
        }


class YunlongError(ValueError):
    """Base of every error this package raises for bad input."""

    def render(self, lang: Lang = "en") -> str:
        """The whole message for a person."""
        return str(self)


class Refusal(YunlongError):
    """Input that cannot be answered; ``problems`` lists everything that is wrong with ``line``.

    ``kind`` names the gate that stopped it; ``gate.<kind>`` in the messages opens each problem.
    """

    kind = "input"

    def __init__(self, problems: Sequence[Problem], line: str = "") -> None:
        self.problems = tuple(problems)
        self.line = line
        super().__init__(self.render("en"))

    def render(self, lang: Lang = "en") -> str:
        """Every problem with its caret line and its remedy."""
        blocks = []
        for problem in self.problems[:MOST_SHOWN]:
            lines = [message(f"gate.{self.kind}", lang) + problem.text(lang)]
            if self.line and problem.spans:
                shown = _printable(self.line)
                lines += ["  " + shown, "  " + _carets(shown, problem.spans)]
            lines.append("  → " + problem.remedy(lang))
            blocks.append("\n".join(lines))
        if len(self.problems) > MOST_SHOWN:
            blocks.append(message("more-problems", lang, count=len(self.problems) - MOST_SHOWN))
        return "\n".join(blocks)

    def as_dict(self, lang: Lang = "en") -> dict[str, object]:
        """The gate, the whole text as the command line prints it, and each problem."""
        problems = [problem.as_dict(lang) for problem in self.problems]
        return {"kind": self.kind, "text": self.render(lang), "problems": problems}


class HandError(Refusal):
    """A hand that cannot be scored: ``kind`` is ``notation``, ``impossible`` or ``not-winning``."""


class NotationError(HandError):
    """The text is not in the notation of ``grammar/hand.lark``."""

    kind = "notation"


class ImpossibleHand(HandError):
    """The text reads, but no table could ever show it: a fifth copy, 18 tiles, contradictory circumstances."""

    kind = "impossible"


class NotWinning(HandError):
    """A possible hand that does not win in any form."""

    kind = "not-winning"


def _printable(line: str) -> str:
    """The line with a blank for every character that a terminal does not show, or would obey."""
    return "".join(character if character.isprintable() else " " for character in line)


def _width(character: str) -> int:
    """Columns a character takes in a terminal; enough for tiles, CJK and full-width digits."""
    from unicodedata import combining, east_asian_width

    if combining(character) or character in "\ufe0e\ufe0f":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _carets(line: str, spans: Sequence[tuple[int, int]]) -> str:
    marked = {place for start, end in spans for place in range(start, max(end, start + 1))}
    padded = line + " "
    return "".join(
        ("^" if place in marked else " ") * _width(character) for place, character in enumerate(padded)
    ).rstrip()
