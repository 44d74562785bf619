"""A plain line-by-line client: what happens, what is asked, a number or a notation as the answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from commandery.bots import Bot, Sight, split_specs
from commandery.core.action import Action
from commandery.core.errors import CommanderyError, InvalidAction
from commandery.core.event import Event
from commandery.core.game import Game
from commandery.core.match import Match
from commandery.terminal.choices import Ask, read_line, seat_bots

__all__ = ["play_match", "understand"]

_HELP = """  Type what you want to do, e.g. bid 7, or 7, or p for pass.
  t  the table again    u  take your last action back    q  stop    ?  this help"""


def play_match(game: Game, seat: int, bot: str, seed: int | None, save: Path | None, ask: Ask = read_line) -> Match:
    """Play one match: ``seat`` is the user's, bots have the others; see `seat_bots`."""
    if not 0 <= seat < game.players:
        raise CommanderyError(f"there is no seat {seat}: the seats are 0 to {game.players - 1}")
    match = game.start(seed=seed)
    bots = seat_bots(bot, game, seat, seed)
    for opponent in bots.values():
        opponent.prepare()
    names = [f"Seat {other} (you)" if other == seat else f"Seat {other}" for other in range(game.players)]
    print(f"{game.kind.title}: you have seat {seat} of {game.players}; {_opponents(bot, bots)}. Type ? for help.")
    print(game.kind.reconstructed)
    try:
        _tell(match.log(seat), names, seat)
        while not match.over:
            if seat in match.to_act:
                if not _user_acts(match, seat, names, ask):
                    break
            else:
                _bot_acts(match, bots[match.to_act[0]], names, seat)
        if match.over:
            _show_outcome(match, names)
            for other, opponent in bots.items():
                opponent.over(Sight(match, other))
    finally:
        for opponent in bots.values():
            _count_faults(opponent)
            opponent.close()
        if save is not None:
            _save(match, save)
    return match


def _opponents(text: str, bots: dict[int, Bot]) -> str:
    """Who plays where."""
    specs = split_specs(text)
    if len(set(specs)) == 1:
        return f"{specs[0]} plays the others"
    return ", ".join(f"{spec} has seat {other}" for other, spec in zip(bots, specs, strict=True))


def _save(match: Match, path: Path) -> None:
    try:
        path.write_text(json.dumps(match.record()) + "\n")
        print(f"The record is in {path}.")
    except OSError as error:
        print(f"The record could not be written to {path}: {error.strerror}")


def _bot_acts(match: Match, bot: Bot, names: list[str], observer: int) -> None:
    seat, faults = match.to_act[0], len(bot.faults)
    _tell(match.play(seat, bot.choose(Sight(match, seat))), names, observer)
    if faults == 0 and bot.faults:
        reason = bot.faults[0].reason
        print(f"commandery: {bot.name} (seat {seat}): {reason}. A default move is played instead.", file=sys.stderr)


def _count_faults(bot: Bot) -> None:
    """Tell about a bot that went on making faults after the first, which has been told."""
    if len(bot.faults) > 1:
        final = ", and was replaced in the end" if bot.faults[-1].final else ""
        print(f"commandery: {bot.name} (seat {bot.faults[0].seat}) failed {len(bot.faults)} times{final}.", file=sys.stderr)


def _user_acts(match: Match, seat: int, names: list[str], ask: Ask) -> bool:
    """Ask the user until something is done; False if they stop."""
    legal = match.legal(seat)
    _show_table(match, seat, names)
    _show_choices(legal)
    while True:
        answer = ask("Your choice? ")
        if answer is None or answer == "q":
            return False
        if answer == "?":
            print(_HELP)
        elif answer == "t":
            _show_table(match, seat, names)
            _show_choices(legal)
        else:
            try:
                if answer == "u":
                    print(f"Taken back: {match.undo(seat)}")
                else:
                    _tell(match.play(seat, understand(answer, legal)), names, seat)
                return True
            except CommanderyError as error:
                print(f"That does not go: {error}")


def understand(answer: str, legal: list[Action]) -> Action | str:
    """The legal action that an answer means: its notation, the part after the verb, or a beginning of it that fits no other."""
    wanted = answer.lower()
    exact = [action for action in legal if str(action).lower() == wanted]
    after_verb = [action for action in legal if str(action).lower().partition(" ")[2] == wanted]
    beginning = [action for action in legal if str(action).lower().startswith(wanted)]
    for found in (exact, after_verb, beginning):
        if len(found) == 1:
            return found[0]
        if found and answer:
            raise InvalidAction(f"{answer!r} could be {', '.join(map(str, found[:3]))}{', ...' if len(found) > 3 else ''}")
    return answer


def _show_choices(legal: list[Action]) -> None:
    """The legal actions, those of one verb on one line."""
    verbs: dict[str, list[str]] = {}
    for action in legal:
        verb, _, rest = str(action).partition(" ")
        verbs.setdefault(verb, []).append(rest)
    for verb, rests in verbs.items():
        print(f"    {verb} {' '.join(rests)}")


def _tell(events: list[Event], names: list[str], seat: int) -> None:
    for event in events:
        print(event.seen_by(seat).describe(names=names))


def _show_table(match: Match, seat: int, names: list[str]) -> None:
    """What the user may see."""
    print()
    for line in match.game.kind.describe_table(match.view(seat), names, "en"):
        print(f"  {line}")


def _show_outcome(match: Match, names: list[str]) -> None:
    outcome = match.outcome
    print("\nThe game is over.")
    for seat, score in enumerate(outcome.scores):
        parts = ", ".join(f"{source} {points}" for source, points in outcome.sources[seat].items() if points)
        print(f"  {outcome.ranks[seat]}. {names[seat]:12} {score} points ({parts})")
