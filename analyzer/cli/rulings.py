"""How all three systems print their open questions."""

from __future__ import annotations

import json

import click

from analyzer.cli.options import refuse_unknown
from analyzer.listing import ruling_as_dict
from analyzer.messages import Lang, message
from analyzer.rulings import Ruling, Rulings


def show_rulings(rulings: Rulings, wanted: str | None, as_json: bool, lang: Lang) -> None:
    """Every ruling, or the wanted one: question, settings with a star at the one in force, reason."""
    chosen = [one for one in rulings.all.values() if wanted is None or wanted.upper() in (one.id, one.id[1:])]
    if not chosen:
        refuse_unknown("unknown-ruling", lang, name=wanted, closest=" ".join(rulings.all))
    if as_json:
        for ruling in chosen:
            click.echo(json.dumps(ruling_as_dict(ruling, rulings), ensure_ascii=False))
        return
    from analyzer.cli.render import console, grid

    printed = grid("", "", "", "")
    printed.show_header = False
    for ruling in chosen:
        question, reason = (ruling.question, ruling.reason) if lang == "zh" else (ruling.question_en, ruling.reason_en)
        printed.add_row(ruling.id, question, "\n".join(_answers(ruling, rulings[ruling.id], lang)), reason)
    console().print(printed)


def _answers(ruling: Ruling, in_force: str, lang: Lang) -> list[str]:
    answers = [
        f"{'*' if setting.value == in_force else ' '} {ruling.id}={setting.value}: "
        f"{setting.zh if lang == 'zh' else setting.en}"
        for setting in ruling.settings
    ]
    if ruling.number:
        answers.append(f"  {ruling.id}=n: {message('rulings.number', lang)}")
    if all(setting.value != in_force for setting in ruling.settings):
        answers.append(f"* {ruling.id}={in_force}")  # a ruling that is a price takes any number
    return answers
