"""What a reading lacks for a row: each condition of the table checked in words, the nearest way to satisfy it told.

:mod:`analyzer.finding` finds what is there; this module tells what is not. A row is found in a reading exactly when
nothing is lacking, which the tests hold the two modules to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from analyzer import tiles
from analyzer.counting import Counted
from analyzer.distance import distances
from analyzer.facts import FACT_BIT
from analyzer.finding import chow_wait, completed, single_shape
from analyzer.hand import Claim
from analyzer.kindsets import GROUP_MASKS, HONOURS, SUIT_MASKS, kind_mask, kind_set, numbers_present
from analyzer.messages import Lang, message
from analyzer.readings import FORM_NAMES, NOWHERE, Form, waits
from analyzer.rules import FALSE_SINGLE_FORMS, rows_of
from analyzer.scoring import group_name
from analyzer.template import Combination, expand_pattern, numbers_of, read
from analyzer.view import HandView


@dataclass(frozen=True, slots=True)
class Lack:
    """One condition of a row that a reading does not satisfy: a code ``lack.…`` of the messages and its words."""

    code: str
    words: Mapping[str, object]

    def text(self, lang: Lang = "en") -> str:
        """What is missing, in one sentence; words that are codes themselves are said in the language."""
        said = {key: _say(value, lang) for key, value in self.words.items()}
        return message(f"lack.{self.code}", lang, **said)


class Kinds(NamedTuple):
    """A kind set of the table, said in words."""

    text: str

    def say(self, lang: Lang) -> str:
        """``1 9 z`` as 一九番子, or “1, 9 or honours”."""
        return " ".join(
            message(f"kinds.{token}", lang) if token in _KIND_WORDS else token for token in self.text.split()
        )


_KIND_WORDS = frozenset({"m", "p", "s", "z", "1-4z", "5-7z", "1-9"})


def _say(word: object, lang: Lang) -> object:
    """A word of a lack in the language: codes of the messages, kind sets, lists of either; others as they are."""
    if isinstance(word, Kinds):
        return word.say(lang)
    if isinstance(word, tuple):
        return " / ".join(str(_say(one, lang)) for one in word)
    if word in ("", ()):
        return message("none", lang)
    is_code = isinstance(word, str) and word.startswith(("fact.", "form.", "what.", "exposure."))
    return message(str(word), lang) if is_code else word


@dataclass(frozen=True, slots=True)
class _Look:
    """A reading and a row looked for in it."""

    seen: HandView
    counted: Counted
    row: int
    keys: Mapping[str, Any]

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups the row may look at: in 十三么 the meld alone."""
        arrangement = self.counted.arrangement
        return arrangement.groups[:1] if arrangement.form == Form.ORPHANS else arrangement.groups

    def names(self, places: Iterable[int]) -> str:
        """The groups at these positions as people write them."""
        return " ".join(group_name(self.counted.arrangement, place) for place in places)


def lacks(seen: HandView, counted: Counted, row: int) -> list[Lack]:
    """Everything that keeps a row from being found in a reading; empty when it is found."""
    rules = seen.rules
    form = FORM_NAMES[counted.arrangement.form]
    keys = {**rules.row_keys[row], **rules.row_keys[row].get("in", {}).get(form, {})}
    forms = rules.forms_of(keys)
    if form not in forms:
        return [_other_form(seen, forms, form)]
    look = _Look(seen, counted, row, keys)
    found = [lack for key, check in _CHECKS.items() if key in keys for lack in check(look, keys[key])]
    if not found and not max(rules.forms[counted.arrangement.form].prices[row]):
        found.append(Lack("price", {"ruling": str(keys["price"])}))
    return found


def _other_form(seen: HandView, forms: list[str], form: str) -> Lack:
    """The row stands in other forms only; how far these tiles are from the nearest of them."""
    words = {"forms": tuple(f"form.{name}" for name in forms), "form": f"form.{form}"}
    near = [distance for distance in distances(seen.hand) if FORM_NAMES[distance.form] in forms]
    if not near:
        return Lack("form-declared", words)
    far = {
        "nearest": f"form.{FORM_NAMES[near[0].form]}",
        "missing": near[0].missing,
        "tiles": tiles.write(near[0].lacking),
    }
    return Lack("form", {**words, **far} if near[0].missing else {**words, **far, "tiles": ""})


# --- whole hand ---------------------------------------------------------------------------------------


def _kinds_in(mask: int) -> str:
    return tiles.write(kind for kind in range(tiles.KINDS) if mask & kind_mask(kind))


def _tiles(look: _Look, wanted: str) -> Iterator[Lack]:
    outside = look.seen.present & ~kind_set(wanted)
    if outside:
        yield Lack("tiles", {"tiles": _kinds_in(outside), "set": Kinds(wanted)})


def _has(look: _Look, wanted: list[str]) -> Iterator[Lack]:
    for text in wanted:
        if not look.seen.present & kind_set(text):
            yield Lack("has", {"set": Kinds(text)})


def _suits(look: _Look, wanted: int) -> Iterator[Lack]:
    have = sum(1 for mask in SUIT_MASKS if look.seen.present & mask)
    if have != wanted:
        yield Lack("suits", {"have": have, "want": wanted})


def _numbers(look: _Look, wanted: int) -> Iterator[Lack]:
    have = numbers_present(look.seen.present).bit_count()
    if have != wanted:
        yield Lack("numbers", {"have": have, "want": wanted})


def _when(look: _Look, wanted: list[str]) -> Iterator[Lack]:
    for fact in wanted:
        if not look.seen.facts & FACT_BIT[fact]:
            yield Lack("when", {"fact": f"fact.{fact}"})


def _discards(look: _Look, wanted: int) -> Iterator[Lack]:
    have = look.seen.hand.discards
    if have is None:
        yield Lack("discards-unknown", {"want": wanted})
    elif have > wanted:
        yield Lack("discards", {"have": have, "want": wanted})


def _replacements(look: _Look, wanted: int) -> Iterator[Lack]:
    have = look.seen.hand.replacements if look.seen.drawn else 0
    if have != wanted:
        yield Lack("replacements", {"have": have, "want": wanted})


def _revenge(look: _Look, wanted: int) -> Iterator[Lack]:
    if look.seen.hand.revenge != wanted:
        yield Lack("revenge", {"want": wanted})


def _kongs(look: _Look, wanted: int) -> Iterator[Lack]:
    have = look.seen.hand.kongs
    if have < wanted:
        yield Lack("kongs", {"have": have, "want": wanted})


def _claimed(look: _Look, wanted: int) -> Iterator[Lack]:
    have = sum(meld.claim is not Claim.CONCEALED_KONG for meld in look.seen.hand.melds)
    if have < wanted:
        yield Lack("claimed", {"have": have, "want": wanted})


def _per(look: _Look, wanted: str) -> Iterator[Lack]:
    arrangement = look.counted.arrangement
    have = {
        "flower": look.seen.hand.flower_count,
        "concealed kong": arrangement.concealed_kongs,
        "exposed kong": arrangement.kongs ^ arrangement.concealed_kongs,
    }[wanted]
    if not have:
        yield Lack("per", {"what": f"what.{wanted}"})


# --- groups -------------------------------------------------------------------------------------------


def _each(look: _Look, wanted: str) -> Iterator[Lack]:
    kinds = kind_set(wanted)
    without = [place for place, group in enumerate(look.groups) if not GROUP_MASKS[group] & kinds]
    if without:
        yield Lack("each", {"groups": look.names(without), "set": Kinds(wanted)})


def _numbered(look: _Look) -> list[int]:
    """Positions of the melds of numbers; in 嚦咕 of the pairs."""
    pairs = look.counted.arrangement.form == Form.PAIRS
    return [
        place
        for place, group in enumerate(look.groups)
        if not GROUP_MASKS[group] & HONOURS and (group >= tiles.FIRST_EYES) == pairs
    ]


def _numbered_melds(look: _Look, wanted: int) -> Iterator[Lack]:
    have = len(_numbered(look))
    if have < wanted and look.counted.arrangement.form != Form.ORPHANS:
        yield Lack("numbered-melds", {"have": have, "want": wanted})


def _carries(look: _Look, wanted: int) -> Iterator[Lack]:
    groups = look.groups
    numbered = [groups[place] for place in _numbered(look)]
    common = set(range(1, 10)).intersection(*({tiles.number_of(k) for k in tiles.GROUP_TILES[g]} for g in numbered))
    eyes = groups[-1]
    number = tiles.number_of(tiles.GROUP_TILES[eyes][0])
    if not numbered or len(common) < wanted:
        shown = " ".join(map(str, sorted(common))) if numbered else ""
        yield Lack("carries", {"want": wanted, "common": shown})
    elif number and not (wanted == 1 and number in common):
        yield Lack("carries-eyes", {"eyes": look.names([len(groups) - 1])})


def _melds_in(look: _Look, wanted: list[str]) -> Iterator[Lack]:
    melds = [group for group in look.groups if group < tiles.FIRST_EYES]
    for text in wanted:
        if not any(not GROUP_MASKS[group] & ~kind_set(text) for group in melds):
            yield Lack("melds-in", {"set": Kinds(text)})


def _chows(look: _Look, wanted: int) -> Iterator[Lack]:
    yield from _enough("chows", look, wanted, range(tiles.FIRST_PUNG))


def _pungs(look: _Look, wanted: int) -> Iterator[Lack]:
    yield from _enough("pungs", look, wanted, range(tiles.FIRST_PUNG, tiles.FIRST_EYES))


def _enough(code: str, look: _Look, wanted: int, kind: range) -> Iterator[Lack]:
    other = [place for place, group in enumerate(look.groups) if group not in kind and group < tiles.FIRST_EYES]
    have = sum(group in kind for group in look.groups)
    if have < wanted:
        yield Lack(code, {"have": have, "want": wanted, "other": look.names(other)})


def _concealed_pungs(look: _Look, wanted: Mapping[str, Any]) -> Iterator[Lack]:
    arrangement = look.counted.arrangement
    kongs = {
        "none": 0,
        "concealed": arrangement.concealed_kongs,
        "direct": arrangement.concealed_kongs | arrangement.direct_kongs,
        "every": arrangement.kongs,
    }[wanted["kongs"]]
    hidden = kongs | ~(look.counted.exposed | arrangement.kongs)
    pungs = [p for p, group in enumerate(arrangement.groups) if tiles.FIRST_PUNG <= group < tiles.FIRST_EYES]
    have = [place for place in pungs if hidden >> place & 1]
    if len(have) < wanted["count"]:
        words = {"have": len(have), "want": wanted["count"], "groups": look.names(have)}
        yield Lack("concealed-pungs", words)


def _returns(look: _Look, wanted: Mapping[str, int]) -> Iterator[Lack]:
    rows = {instance.row for instance in look.counted.found}
    if look.row not in rows:
        fours = _kinds_in(sum(kind_mask(kind) for kind in look.seen.fours))
        yield Lack("returns", {"kinds": wanted["kinds"], "groups": wanted["groups"], "fours": fours})


def _template(look: _Look, text: str) -> Iterator[Lack]:
    if any(instance.row == look.row for instance in look.counted.found):
        return
    have = _groups_at_hand(look)
    best: tuple[int, Combination, Combination] | None = None
    for combination in _combinations(text, look.keys.get("differ", "")):
        missing = Counter(combination) - have
        rank = (missing.total(), tuple(sorted(missing.elements())), combination)
        if best is None or rank < best:
            best = rank
    if best is None or not best[0]:
        # All its groups are there, and yet it does not stand: the 嚦咕 triplet would have to serve as a pair.
        yield Lack("triplet", {})
        return
    _, missing_groups, combination = best
    present = Counter(combination) - Counter(missing_groups)
    needed = " ".join(tiles.GROUP_NAMES[group] for group in missing_groups)
    beside = " ".join(tiles.GROUP_NAMES[group] for group in sorted(present.elements()))
    yield Lack("groups" if beside else "groups-alone", {"missing": needed, "beside": beside})


def _groups_at_hand(look: _Look) -> Counter[int]:
    groups = Counter(look.groups)
    if look.counted.arrangement.form == Form.PAIRS:
        groups[look.groups[0] - tiles.FIRST_PUNG + tiles.FIRST_EYES] += 1
    return groups


def _combinations(text: str, differ: str) -> Iterator[Combination]:
    for alternative in read(text):
        for chosen in product(*(sorted(expand_pattern(pattern)) for pattern in alternative)):
            if differ == "number" and set(numbers_of(chosen[0])) & set(numbers_of(chosen[-1])) and len(chosen) > 1:
                continue
            if differ == "group" and len(set(chosen)) < len(chosen):
                continue
            yield tuple(sorted(group for part in chosen for group in part))


def _made_of(look: _Look, pairs: list[str]) -> Iterator[Lack]:
    found = {look.seen.rules.rows[instance.row].name for instance in look.counted.found}
    if any(instance.row == look.row for instance in look.counted.found):
        return
    choices = [[name.strip() for name in pair.split("+")] for pair in pairs]
    nearest = min(choices, key=lambda names: sum(name not in found for name in names))
    missing = [name for name in nearest if name not in found]
    if missing:
        yield Lack("made-of", {"missing": " + ".join(missing), "pairs": tuple(" + ".join(names) for names in choices)})
    else:
        yield Lack("made-of-sharing", {"pair": " + ".join(nearest), "share": look.keys.get("share", 0)})


def _with(look: _Look, choices: list[str]) -> Iterator[Lack]:
    found = {look.seen.rules.rows[instance.row].name for instance in look.counted.found}
    for choice in choices:
        names = [name.strip() for name in choice.split("|")]
        if not found & set(names):
            yield Lack("with", {"names": " / ".join(names)})


# --- the winning tile ---------------------------------------------------------------------------------


def _completed(look: _Look, wanted: str) -> Iterator[Lack]:
    what = completed(look.counted.arrangement, look.counted.place)
    if what != wanted:
        words = {"what": f"what.{what}", "group": _winning_group(look), "want": f"what.{wanted}"}
        yield Lack("completed", words)


def _winning_group(look: _Look) -> str:
    place = look.counted.place
    return look.names([place]) if place != NOWHERE else tiles.NAMES[look.seen.hand.win or 0]


def _wait(look: _Look, wanted: str) -> Iterator[Lack]:
    arrangement, place, win = look.counted.arrangement, look.counted.place, look.seen.hand.win
    if not single_shape(arrangement, place, win):
        what = completed(arrangement, place)
        shape = chow_wait(arrangement.groups[place], win) if what == "chow" else what
        yield Lack("wait-shape", {"group": _winning_group(look), "shape": f"what.{shape}"})
        return
    kinds = waits(look.seen.hand)
    if wanted == "only" and len(kinds) != 1:
        yield Lack("wait-many", {"count": len(kinds), "tiles": tiles.write(kinds)})
    if wanted == "shape" and (len(kinds) == 1 or arrangement.form not in FALSE_SINGLE_FORMS):
        yield Lack("wait-one", {"tiles": tiles.write(kinds)})


def _unrelated(look: _Look, wanted: str) -> Iterator[Lack]:
    if not any(instance.row == look.row for instance in look.counted.found):
        yield Lack(f"unrelated-{wanted}", {"tiles": _kinds_in(look.seen.present & ~HONOURS)})


def _exposure(look: _Look, wanted: str) -> Iterator[Lack]:
    exposed = look.counted.exposed
    if (not exposed) != (wanted == "concealed"):
        yield Lack("exposure", {"want": f"exposure.{wanted}", "groups": look.names(rows_of(exposed))})


def _plain(look: _Look, spec: Mapping[str, Any]) -> Iterator[Lack]:
    rules = look.seen.rules
    allowed = {*spec["beside"], *spec["replaces"], *spec["small"]}
    others = [rules.rows[i.row].name for i in look.counted.found if rules.rows[i.row].name not in allowed]
    small = sum(i.price for i in look.counted.found if rules.rows[i.row].name in spec["small"])
    if others:
        yield Lack("plain", {"rows": " ".join(dict.fromkeys(others))})
    elif small > spec["at_most"]:
        yield Lack("plain-small", {"worth": small, "most": spec["at_most"]})


_CHECKS: dict[str, Callable[[_Look, Any], Iterator[Lack]]] = {
    "when": _when,
    "discards": _discards,
    "replacements": _replacements,
    "revenge": _revenge,
    "kongs": _kongs,
    "claimed": _claimed,
    "per": _per,
    "tiles": _tiles,
    "has": _has,
    "suits": _suits,
    "numbers": _numbers,
    "each": _each,
    "numbered_melds": _numbered_melds,
    "carries": _carries,
    "melds_in": _melds_in,
    "chows": _chows,
    "pungs": _pungs,
    "concealed_pungs": _concealed_pungs,
    "returns": _returns,
    "groups": _template,
    "made_of": _made_of,
    "with": _with,
    "completed": _completed,
    "wait": _wait,
    "unrelated": _unrelated,
    "exposure": _exposure,
    "plain": _plain,
}
