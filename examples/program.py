"""A bot as a program that speaks JSON lines; nothing of Commandery is needed to run it. The protocol is in docs/bots.md.

commandery play templari --bot "program:python3 examples/program.py"
"""

import json
import random
import sys

VERBS = ["call", "announce", "stash", "place", "swap", "remove", "again", "take", "tax", "city", "step", "play"]
"""What it would rather do, the dearest first; passing and stopping come last."""
MONKS = ["play anselmus", "play josua", "play maria"]
"""Templar: those who hide most, and who fetches from the harbor."""


def choose(view, seat, legal, rng):
    """One of the legal actions, by its notation."""
    notations = [action["notation"] for action in legal]
    if "pass" in notations and view["game"] == "templari":
        affordable = (f"bid {coins}" for coins in range(view["players"][seat]["coins"] // 2 + 1))
        return next((bid for bid in affordable if bid in notations), "pass")
    if "card 1" in notations:  # Templars' Journey: knights for those who can pay them, else gold
        return "card 4" if view["players"][seat]["gold"] >= 4 else "card 1"
    for monk in MONKS:
        if monk in notations:
            return monk
    for verb in VERBS:
        liked = [notation for notation in notations if notation.split()[0] == verb]
        if liked:
            return rng.choice(liked)
    return rng.choice(notations)


def answer(message):
    print(json.dumps(message), flush=True)  # a line, and at once


match, rng = {}, random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer({"protocol": 1, "name": "example in Python"})
    elif message["type"] == "match":
        match, rng = message, random.Random(message["seed"])
    elif message["type"] == "choose":
        answer({"action": choose(message["view"], match["seat"], message["legal"], rng)})
    # "over" needs no answer; another match may follow, else the input ends
