"""What a game is worth: 小杀 … 通杀, the multiplier, points, coins by room, and levels."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.duel.notation import printable
from analyzer.duel.rules import Kill, Level, Room, Rules
from analyzer.errors import Problem, Refusal
from analyzer.messages import Lang, message


@dataclass(frozen=True, slots=True)
class Settlement:
    """Points that the winner gains and the loser loses, and coins where a room is given, with what made them."""

    left: int
    stars: int
    kill: Kill
    multiplier: int
    least_stars: int  # the fewest that multiply
    room: Room | None = None

    @property
    def points(self) -> int:
        """Base × multiplier."""
        return self.kill.points * self.multiplier

    @property
    def coins(self) -> int:
        """Points × the coefficient of the room; 0 without a room."""
        return self.points * self.room.coefficient if self.room else 0

    def reasons(self, lang: Lang) -> list[str]:
        """A line for each step."""
        words = {"base": self.kill.points, "multiplier": self.multiplier, "points": self.points, "stars": self.stars}
        kill = {"left": self.left, "least": self.kill.least, "most": self.kill.most, "kill": self.kill.name(lang)}
        few = self.stars < self.least_stars
        lines = [
            message("duel.settle.kill", lang, **kill, points=self.kill.points),
            message("duel.settle.no-stars" if few else "duel.settle.stars", lang, **words, least=self.least_stars),
            message("duel.settle.points", lang, **words),
        ]
        if self.room:
            room = {"room": self.room.name(lang), "coefficient": self.room.coefficient, "coins": self.coins}
            lines.append(message("duel.settle.coins", lang, **words, **room))
        return lines

    def as_dict(self) -> dict[str, object]:
        """The settlement as JSON holds it."""
        return {
            "left": self.left,
            "kill": self.kill.printed,
            "base": self.kill.points,
            "stars": self.stars,
            "multiplier": self.multiplier,
            "points": self.points,
            "room": self.room.printed if self.room else None,
            "coefficient": self.room.coefficient if self.room else None,
            "coins": self.coins if self.room else None,
        }


def settle(left: int, stars: int, rules: Rules, room: Room | None = None) -> Settlement:
    """The settlement when the loser has ``left`` cards and the winner's highest play had ``stars`` stars."""
    least, most = rules.kills[0].least, rules.kills[-1].most
    if not least <= left <= most:
        raise Refusal([Problem("duel.bad-left", {"left": left, "least": least, "most": most})])
    if not 0 <= stars <= max(rules.multipliers):
        raise Refusal([Problem("duel.no-stars", {"stars": stars, "most": max(rules.multipliers)})])
    kill = next(kill for kill in rules.kills if kill.least <= left <= kill.most)
    return Settlement(left, stars, kill, rules.multipliers.get(stars, 1), min(rules.multipliers), room)


def level(points: int, rules: Rules) -> Level:
    """The level of so many points: the highest that is reached; with fewer than the first needs, the first."""
    return next((one for one in reversed(rules.levels) if points >= one.points), rules.levels[0])


def room_named(name: str, rules: Rules) -> Room:
    """The room of this name; Refusal lists the rooms."""
    room = rules.room_named(name)
    if room is None:
        known = " ".join(f"{one.printed} ({one.en})" for one in rules.rooms)
        raise Refusal([Problem("duel.unknown-room", {"name": printable(name.strip()), "known": known})])
    return room
