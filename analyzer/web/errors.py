"""A refusal as JSON holds it."""

from __future__ import annotations

from typing import Any

from analyzer.errors import Problem, Refusal
from analyzer.messages import Lang


def error_as_dict(error: Refusal, lang: Lang) -> dict[str, Any]:
    """What is wrong: the gate, the whole text as the command line prints it, and each problem with its places."""
    return {
        "kind": error.kind,
        "text": error.render(lang),
        "problems": [_problem_as_dict(problem, lang) for problem in error.problems],
    }


def _problem_as_dict(problem: Problem, lang: Lang) -> dict[str, Any]:
    found = {
        "code": problem.code,
        "text": problem.text(lang),
        "remedy": problem.remedy(lang),
        "spans": [list(span) for span in problem.spans],
    }
    field = getattr(problem, "field", "")  # the fact of a match that it is about
    return {**found, "field": field} if field else found
