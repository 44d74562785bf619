"""A program that sits at a table of the house beside people, by its API. Needs nothing but Python; docs/api.md tells more.

python3 examples/client.py --open templari                       opens a table with bots and plays
python3 examples/client.py --table ID --seat 1                   takes an open seat of a table
python3 examples/client.py --table ID --token TOKEN              plays the seat of a token from the table's page
... --bot "python3 examples/program.py"                          asks a bot that speaks JSON lines (docs/bots.md), not chance
"""

import argparse
import http.client
import json
import random
import secrets
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.request


class House:
    """The house at an address; with a token, a seat at one of its tables."""

    def __init__(self, address, token=None):
        self.address, self.token = address.rstrip("/") + "/api/v1", token

    def ask(self, method, path, data=None, headers=(), timeout=30.0):
        """The open answer; an error of the house ends the program with its sentence. Where that says that it was too much at
        once, and for how long, it is asked again then."""
        sent = {"Content-Type": "application/json", "Accept-Language": "en", **dict(headers)}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.address + path, body, sent, method=method)
        while True:
            try:
                return urllib.request.urlopen(request, timeout=timeout)
            except urllib.error.HTTPError as error:
                seconds = int(error.headers.get("RateLimit-Reset", "3600"))
                if error.code != 429 or seconds > 60:
                    raise
                time.sleep(seconds + 1)

    def get(self, path):
        with self.ask("GET", path) as answer:
            return json.load(answer)

    def post(self, path, data=None):
        with self.ask("POST", path, data or {}) as answer:
            return json.load(answer)

    def changes(self, table):
        """What the table's stream tells, for ever: after a break it goes on where it was."""
        last = ""
        while True:
            try:
                with self.ask("GET", f"/tables/{table}/stream", headers={"Last-Event-ID": last}, timeout=60) as stream:
                    for line in stream:
                        name, _, value = line.decode().rstrip("\r\n").partition(": ")
                        if name == "id":
                            last = value
                        elif name == "data":
                            yield json.loads(value)
            except (OSError, http.client.HTTPException) as error:
                _check_passing(error)
            time.sleep(0.5)  # the house has closed, or the network is down


def _check_passing(error):
    """Raise what the house says; not that it is closed for a while, nor what a proxy before it then says."""
    if isinstance(error, urllib.error.HTTPError) and error.code < 500:
        raise error


class Chance:
    """Does anything that is legal."""

    def choose(self, position):
        return random.choice(position["legal"])["id"]

    def done(self, position, action):
        """That has been carried out."""

    def over(self, position):
        """The game is over."""


class Program:
    """Asks a program that speaks JSON lines: what it is told follows from the table, the position and the log."""

    def __init__(self, command, house, table):
        self._house, self._table = house, table
        self._seat, self._last, self._part, self._turn = None, None, None, 0
        self._move, self._moved = 0, 0  # the number of the decision it is asked for; of the last that was carried out
        self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._ask({"type": "hello", "protocol": 1})

    def _say(self, message):
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _ask(self, message):
        self._say(message)
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit("the bot has ended")
        return json.loads(answer)

    def _begin(self, seat):
        """The game has begun: what is played is settled now, and whose seat the token is for."""
        self._seat = seat
        table = self._house.get(f"/tables/{self._table}")
        rules = next(game["rules"] for game in self._house.get("/games") if game["name"] == table["game"])
        about = {"game": table["game"], "rules": rules, "players": len(table["seats"]), "options": table["options"]}
        self._say({"type": "match", **about, "board": table["board"], "seat": seat, "seed": secrets.randbelow(2**30)})

    def choose(self, position):
        seat, decision = position["seat"], position["decision"]
        if self._seat is None:
            self._begin(seat)
        facts = self._house.get(f"/tables/{self._table}/log?after={self._moved - 1}")
        secret = {fact["move"] for fact in facts if fact["move"] >= decision}  # chosen by others: no decision counts these
        self._move = decision + 1 + len(secret)
        view = position["view"]
        alone = position["to_act"] == [seat] and view.get("offender") is None  # else somebody may be called out
        part = [alone, *(view.get(name) for name in ("round", "section", "space", "player"))]
        if part != self._part or any(fact["seat"] not in (seat, -1) for fact in facts):
            self._part, self._turn = part, self._turn + 1
        about = {"turn": [self._turn], "move": self._move, "alone": alone, "time_left": 60.0}
        last = self._last if self._move == self._moved + 1 else None
        seen = {"view": view, "legal": position["legal"], "own_last_action": last}
        answer = self._ask({"type": "choose", **about, **seen})
        if "imagine" in answer:
            sys.exit("the bot asks for an imagined state, which a house does not give")
        return answer.get("action", position["legal"][0]["id"])  # the first if it gives up

    def done(self, position, action):
        self._moved = self._move
        self._last = next(each for each in position["legal"] if action in (each["id"], each["notation"]))

    def over(self, position):
        if position["outcome"] and self._seat is not None:
            ranks = position["outcome"]["ranks"]
            winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
            self._say({"type": "over", **position["outcome"], "winners": winners, "view": position["view"]})
        self._process.stdin.close()
        self._process.wait(5)


def play(house, table, bot):
    """Play until the game is over; its last position."""
    for moment in house.changes(table):
        while moment["status"] == "playing" and moment["your_turn"]:
            try:
                position = house.get(f"/tables/{table}/position")
                if not position["your_turn"]:
                    break
                action = bot.choose(position)
                act = {"do": "play", "action": action, "decision": position["decision"]}
                house.post(f"/tables/{table}/act", {**act, "key": secrets.token_hex(8)})
                bot.done(position, action)
            except (OSError, http.client.HTTPException) as error:
                if getattr(error, "code", None) == 409:  # the table has moved on: look again
                    continue
                _check_passing(error)
                time.sleep(0.5)  # whether or not it was done, the position tells
        if moment["status"] == "over":
            return house.get(f"/tables/{table}/position")
    return None


def sit(house, given):
    """Take a seat, or have one already; the table."""
    if given.open:
        seated = house.post("/tables", {"game": given.open, "name": given.name, "bots": given.level, "pace": 0})
        house.token = seated["token"]
        return house.post(f"/tables/{seated['table']['id']}/start")
    if not given.token:
        seated = house.post(f"/tables/{given.table}/seats/{given.seat}", {"name": given.name})
        house.token = seated["token"]
        print("token:", seated["token"], flush=True)
        return seated["table"]
    return house.get(f"/tables/{given.table}")


def main():
    reader = argparse.ArgumentParser(description="Play a seat at a table of the house.")
    reader.add_argument("--address", default="http://localhost:8000")
    reader.add_argument("--open", metavar="GAME", help="open a table with bots")
    reader.add_argument("--level", default="squire", help="how strong those bots are")
    reader.add_argument("--table", help="the id of a table: the end of its link")
    reader.add_argument("--seat", type=int, default=1)
    reader.add_argument("--token")
    reader.add_argument("--name", default="Program")
    reader.add_argument("--bot", metavar="COMMAND", help="a bot that speaks JSON lines")
    given = reader.parse_args()
    if not given.open and not given.table:
        reader.error("say --open GAME or --table ID")
    house = House(given.address, given.token)
    try:
        table = sit(house, given)
        print("table:", table["page"], flush=True)
        bot = Program(given.bot, house, table["id"]) if given.bot else Chance()
        last = play(house, table["id"], bot)
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code}: {json.load(error)['error']}")
    except (urllib.error.URLError, TimeoutError) as error:
        sys.exit(f"{given.address} does not answer: {getattr(error, 'reason', error)}")
    bot.over(last)
    print("over:", json.dumps(last["outcome"]))


if __name__ == "__main__":
    main()
