"""The one place that answers requests: for the server, and for the page that runs this package in the browser.

``answer`` takes a name and what JSON holds, and gives what JSON holds; ``respond`` goes from text to text. Nothing here
knows of HTTP, and everything is loaded when it is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NoReturn

from analyzer.errors import Problem, Refusal
from analyzer.hand import Hand
from analyzer.notation import parse, parse_fragment
from analyzer.web import requests
from analyzer.web.requests import RequestError, language_of, read_request

Answer = dict[str, Any]


def answer(name: str, request: Mapping[str, object]) -> Answer:
    """The answer to a request; Refusal for bad input, RequestError where the request itself is wrong."""
    return asked(name).answer(read_request(asked(name).request, request))


def respond(name: str, body: str | bytes) -> tuple[bool, str]:
    """Whether the request in ``body`` (JSON) was answered, and the answer or ``{"error": …}`` as JSON."""
    request: object = None
    try:
        request = read_json(body)
        return True, write_json(asked(name).answer(read_request(asked(name).request, request)))
    except Refusal as error:
        return False, write_json({"error": error.as_dict(language_of(request))})


def read_json(body: str | bytes) -> object:
    """What a body holds; RequestError for what is no JSON."""
    try:
        return json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise RequestError([Problem("request.no-json")]) from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def write_json(value: object) -> str:
    """A value as JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# ---------------------------------------------------------------- a hand


def _look(request: requests.Line) -> Answer:
    """What a line says so far: its tiles, what is missing, its waits or its worth."""
    from analyzer.web.look import look

    return look(request.line, _rulings_of(request), request.z, request.lang)


def _score(request: requests.ScoreLine) -> Answer:
    """What a complete hand is worth, row by row."""
    from analyzer.deciding import deciding
    from analyzer.scoring import score

    rulings = _rulings_of(request)
    result = score(parse(request.line, z=request.z), rulings=rulings)
    found = result.as_dict(request.lang)
    if request.deciding:
        found["deciding"] = [one.as_dict() for one in deciding(result.hand, rulings=rulings)]
    return found


def _count(request: requests.Line) -> Answer:
    """What the melds of a fragment are worth, without 底."""
    from analyzer.scoring import count

    rulings = _rulings_of(request)
    return count(parse_fragment(request.line, z=request.z), rulings=rulings).as_dict(request.lang)


def _waits(request: requests.Line) -> Answer:
    """What 16 held tiles wait for, the dearest first."""
    from analyzer.discarding import standing
    from analyzer.waiting import read_held, waits

    rulings = _rulings_of(request)
    held = read_held(request.line, z=request.z)
    found = [tile.as_dict(request.lang) for tile in waits(held, rulings=rulings)]
    return _about(held, {**standing(held).as_dict(), "waits": found}, request)


def _discards(request: requests.Line) -> Answer:
    """What to discard of 17 tiles, the best first."""
    from analyzer.discarding import discards, standing

    rulings = _rulings_of(request)
    hand = parse(request.line, z=request.z)
    found = [one.as_dict(request.lang) for one in discards(hand, rulings=rulings)]
    return _about(hand, {"won": standing(hand).won, "discards": found}, request)


def _about(hand: Hand, found: Answer, request: requests.Request) -> Answer:
    """An answer with its hand, the table and the rulings that are not at their default."""
    from analyzer.table import load_table

    table = load_table()
    changed = {ruling: value for ruling, value in request.rulings.items() if value != table.rulings[ruling]}
    return {"hand": str(hand), **found, "table": {"name": table.name, "hash": table.hash}, "rulings": changed}


# ---------------------------------------------------------------- disputes and payment


def _why(request: requests.RowOfLine) -> Answer:
    """Whether a row is paid in a hand, and why or why not."""
    from analyzer.explaining import explain

    rulings = _rulings_of(request)
    return explain(parse(request.line, z=request.z), request.row, rulings=rulings).as_dict(request.lang)


def _judge(request: requests.ClaimOnLine) -> Answer:
    """The verdict on a player's claim."""
    from analyzer.judging import judge

    rulings = _rulings_of(request)
    return judge(parse(request.line, z=request.z), request.claim, rulings=rulings).as_dict(request.lang)


def _settle(request: requests.Deal) -> Answer:
    """Who pays whom for a win, or several on one discard."""
    from analyzer.payment import settle

    rulings = _rulings_of(request)
    wins = [(win.winner, parse(win.line, z=request.z)) for win in request.wins]
    said: dict[str, Any] = {"discarder": request.discarder, "dealer": request.dealer, "streak": request.streak}
    return settle(wins, **said, rulings=rulings).as_dict(request.lang)


def _reward(request: requests.RewardOfPlayer) -> Answer:
    """Who pays whom for an instant reward or a fine."""
    from analyzer.payment import reward

    said: dict[str, Any] = {"count": request.count, "holder": request.holder, "rulings": _rulings_of(request)}
    return reward(request.name, request.player, **said).as_dict(request.lang)


def _rulings_of(request: requests.Request) -> dict[str, str]:
    """The settings of a request; RulingError for what does not exist, before anything else is looked at."""
    from analyzer.table import load_table

    load_table().rulings.set(request.rulings)
    return request.rulings


# ---------------------------------------------------------------- the data of the rules


def _table(request: requests.Request) -> Answer:
    """Every row of the table with a documented hand that shows it, and the instant rewards."""
    from analyzer.listing import example_of, reward_as_dict, row_as_dict
    from analyzer.table import load_table

    _rulings_of(request)
    table = load_table()
    return {
        "name": table.name,
        "english": table.english,
        "hash": table.hash,
        "base": table.base,
        "rows": [{**row_as_dict(row), "example": example_of(row.name)} for row in table.rows],
        "rewards": [reward_as_dict(reward) for reward in table.rewards],
    }


def _rules(request: requests.Request) -> Answer:
    """The 30 general rules, each with a documented hand that shows it where there is one."""
    from analyzer.listing import example_for, rule_as_dict
    from analyzer.rulings import load_general_rules

    _rulings_of(request)
    rows = [rule_as_dict(rule) for rule in load_general_rules()]
    return {"rows": [{**row, "example": example_for(row["rule"])} for row in rows]}


def _rulings(request: requests.Request) -> Answer:
    """The open questions of the rules: settings, the one in force, the reason."""
    from analyzer.listing import example_for, ruling_as_dict
    from analyzer.table import load_table

    rulings = load_table().rulings.set(request.rulings)
    rows = [ruling_as_dict(ruling, rulings) for ruling in rulings.all.values()]
    return {"rows": [{**row, "example": example_for(row["ruling"])} for row in rows]}


# ---------------------------------------------------------------- the other two systems


def _duel_read(request: requests.PlayOfCards) -> Answer:
    """Every reading of a play of 疯狂对杀, and the one that counts."""
    from analyzer.duel.listing import readings_as_dict
    from analyzer.duel.notation import parse_play
    from analyzer.duel.rules import load_rules

    rules = load_rules(request.rulings)
    return readings_as_dict(parse_play(request.play, rules), rules, request.lang)


def _duel_beats(request: requests.PlayOverPlay) -> Answer:
    """Whether one play of 疯狂对杀 beats another, and by what rule."""
    from analyzer.duel.listing import answer as answer_with
    from analyzer.duel.listing import comparison_as_dict
    from analyzer.duel.notation import parse_play
    from analyzer.duel.rules import load_rules

    rules = load_rules(request.rulings)
    play, over = parse_play(request.play, rules), parse_play(request.over, rules)
    return comparison_as_dict(answer_with(play, over, rules), rules, request.lang)


def _peak_score(request: requests.PeakMatch) -> Answer:
    """What a match of 雲端巔峰賽 gives its winner and takes from its loser."""
    from analyzer.peak.facts import FIELDS, PeakError, cells_of, match_of, player_of, read_facts
    from analyzer.peak.scoring import rate
    from analyzer.peak.table import load_peak_table

    table = load_peak_table()
    rulings = table.rulings.set(request.rulings)
    given = {name: getattr(request, name) for name in FIELDS if getattr(request, name) is not None}
    values, problems = read_facts(cells_of(given), FIELDS, table, rulings)
    if problems:
        raise PeakError(problems)
    result = rate(match_of(values), player_of(values, "winner"), player_of(values, "loser"), table, rulings)
    return result.as_dict(request.lang)


# ---------------------------------------------------------------- by name


class Asked(NamedTuple):
    """What answers a name: the class of its request, and the function."""

    request: type[requests.Request]
    answer: Callable[[Any], Answer]


ANSWERS = {
    "look": Asked(requests.Line, _look),
    "score": Asked(requests.ScoreLine, _score),
    "count": Asked(requests.Line, _count),
    "waits": Asked(requests.Line, _waits),
    "discards": Asked(requests.Line, _discards),
    "why": Asked(requests.RowOfLine, _why),
    "judge": Asked(requests.ClaimOnLine, _judge),
    "settle": Asked(requests.Deal, _settle),
    "reward": Asked(requests.RewardOfPlayer, _reward),
    "table": Asked(requests.Request, _table),
    "rules": Asked(requests.Request, _rules),
    "rulings": Asked(requests.Request, _rulings),
    "duel-read": Asked(requests.PlayOfCards, _duel_read),
    "duel-beats": Asked(requests.PlayOverPlay, _duel_beats),
    "peak-score": Asked(requests.PeakMatch, _peak_score),
}


def asked(name: str) -> Asked:
    """What answers this name; RequestError where nothing does."""
    if name not in ANSWERS:
        raise no_such_name(name)
    return ANSWERS[name]


def no_such_name(name: str) -> RequestError:
    """The refusal of a name, with those there are."""
    shown = "".join(sign for sign in name[:30] if sign.isprintable())
    return RequestError([Problem("request.no-such-name", {"name": shown, "known": ", ".join(ANSWERS)})])
