"""The rating chart of a season (SVG or PNG); matplotlib is needed here only, and imported when a chart is asked for."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.peak.facts import FieldProblem, PeakError
from analyzer.peak.messages import Lang, message
from analyzer.peak.season import Season
from analyzer.peak.table import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".svg", ".png")
FONTS = (
    "Noto Sans CJK TC",
    "Noto Sans CJK HK",
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans TC",
    "Source Han Sans TC",
    "PingFang TC",
    "PingFang HK",
    "Heiti TC",
    "Microsoft JhengHei",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
    "Arial Unicode MS",
)
LINES = ("-", "--", "-.", ":")  # with ten colours, forty players apart


def check_chart(path: Path) -> None:
    """PeakError when this chart cannot be drawn: another suffix, or no matplotlib."""
    if path.suffix.lower() not in SUFFIXES:
        words = {"suffix": path.suffix or path.name, "known": " ".join(SUFFIXES)}
        raise PeakError([FieldProblem("peak.suffix", words)])
    if find_spec("matplotlib") is None:
        raise PeakError([FieldProblem("peak.no-matplotlib")])


def write_chart(season: Season, path: Path, lang: Lang = "en") -> list[str]:
    """Draw each player's rating after each match; what a person should know about the picture is returned."""
    check_chart(path)
    import matplotlib
    from matplotlib.figure import Figure

    font = _font()
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": season.table.hash, "text.parse_math": False}
    if font:
        settings["font.family"] = [font, "DejaVu Sans"]
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a glyph that the font lacks is told below
        figure = Figure(figsize=(9, 5), layout="constrained")
        _draw(season, figure.add_subplot(), lang)
        try:
            # Without a date, so that the same season gives the same file.
            metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
            figure.savefig(path, format=path.suffix.lower()[1:], dpi=150, metadata=metadata)
        except OSError as error:
            words = {"file": path, "reason": error.strerror or error}
            raise PeakError([FieldProblem("peak.unwritable", words)]) from None
    shown = (*season.histories, *_labels(lang))
    boxes = path.suffix.lower() == ".png" and not font and not all(text.isascii() for text in shown)
    return [message("peak.note.no-font", lang)] if boxes else []


def _labels(lang: Lang) -> tuple[str, str]:
    return message("peak.chart.matches", lang), message("peak.chart.rating", lang)


def _font() -> str | None:
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    return next((font for font in FONTS if font in installed), None)


def _draw(season: Season, axes: Axes, lang: Lang) -> None:
    """A line for each player, the best first in the legend; a rating stands until the player's next match."""
    from matplotlib.ticker import MaxNLocator

    end = len(season.entries) + 0.5  # the last match is seen as a step too
    for place, standing in enumerate(season.standings):
        steps = season.histories[standing.player]
        numbers = [0, *(step.number for step in steps), end]
        ratings = [season.table.start_rating, *(step.rating for step in steps), standing.rating]
        axes.step(
            numbers,
            [float(rating) for rating in ratings],
            where="post",
            color=f"C{place % 10}",
            linestyle=LINES[place // 10 % len(LINES)],
            label=f"{plain(standing.rating)}  {standing.player}",
        )
    axes.set_xlim(0, end)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(_labels(lang)[0])
    axes.set_ylabel(_labels(lang)[1])
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize="small")
