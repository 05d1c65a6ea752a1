"""疯狂对杀 (duel): what a play is and which beats which, every legal play of a hand, games and what they are worth."""

from __future__ import annotations

from analyzer.duel import messages as messages  # adds the sentences of this system to the catalogue
