"""Learn a game by playing against oneself: PPO in one file.

    python examples/train.py --minutes 5                       # Templari, on a GPU if there is one
    python examples/train.py --game journey --device cpu --games 256 --minutes 30

One network plays all seats. It sees a seat's observation and gives each action a chance, and says how well the seat will do.
Many games are played side by side; a decision is judged by what became of the seat that made it (the reward comes at the end:
1 for the first, -1 for the last), and decisions that turned out better than expected are made likelier, a little at a time.
Every now and then one seat of it plays three greedy bots, and the curve of that is drawn.

Needs PyTorch: pip install 'commandery[torch]', and on a GPU 'commandery[torch,gpu]'.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import commandery
from commandery.core.game import Game
from commandery.envs import Batch

try:
    import torch
except ModuleNotFoundError:  # the parts that need no network can be used, and tested, without
    torch = None  # type: ignore[assignment]

STEPS = 128  # decisions of each game between two lessons
WIDTH = 512
EPOCHS = 2
MINIBATCH = 32768
LEARNING_RATE = 5e-4
CLIP = 0.2
LAMBDA = 0.95
ENTROPY = 0.01
JUDGED = 400  # games against greedy


class Table:
    """Games side by side on a device, as tensors: observations scaled to about 1, masks, seats, rewards, who is finished."""

    def __init__(self, game: Game, games: int, device: str, seed: int) -> None:
        self.on_gpu = device.startswith("cuda")
        self.device = device
        self.scale = torch.tensor(np.maximum(1, game.kind.observation.high), dtype=torch.float32, device=device)
        if self.on_gpu:
            from commandery.envs.gpu import GpuBatch

            self.gpu = GpuBatch(game, games, seed)
            arrays = (self.gpu.observations, self.gpu.masks, self.gpu.seats, self.gpu.rewards, self.gpu.over)
            self.shown = [torch.from_dlpack(array) for array in arrays]  # no copies: these change with every step
        else:
            self.cpu = Batch(game, games, seed)

    def look(self) -> tuple[Any, Any, Any, Any, Any]:
        """Observations (games, numbers), masks (games, actions), seats, rewards (games, players), finished."""
        if self.on_gpu:
            rows, masks, seats, rewards, over = self.shown
            return rows.T / self.scale, masks.T.bool(), seats.long(), rewards.T.clone(), over.bool()
        shown = self.cpu.shown
        arrays = (shown.observations, shown.masks, shown.seats, shown.rewards, shown.over)
        rows, masks, seats, rewards, over = (torch.from_numpy(array) for array in arrays)
        return rows / self.scale, masks, seats.long(), rewards, over

    def step(self, actions: Any) -> None:
        if self.on_gpu:
            self.gpu.step(actions)
        else:
            self.cpu.step(actions.numpy())


def advantages(values: Any, seats: Any, rewards: Any, ended: Any, waited: Any) -> Any:
    """How much better each decision turned out than expected, for arrays of NumPy or PyTorch: (steps, games).

    ``rewards`` (steps, games, players) are what the end of a game, where a step ``ended`` it, was worth to every seat. In steps
    that only ``waited`` for the next game nobody decided anything. A decision is judged by the seat's next one, or by the
    end of the game; where neither is in sight, it is taken to have turned out as expected.
    """
    advantage = values * 0
    places = (seats[0] * 0 + 1).cumsum(0) - 1
    following = rewards[0] * 0  # by seat: what it expected at its next decision, or got at the end
    later = rewards[0] * 0  # by seat: the advantage of that decision
    known = rewards[0] * 0  # whether there is one
    for step in reversed(range(len(values))):
        over = ended[step][:, None] * 1.0
        following = over * rewards[step] + (1 - over) * following
        later = (1 - over) * later
        known = over + (1 - over) * known
        seat, value = seats[step], values[step]
        decided = 1.0 - waited[step] * 1.0
        here = (following[places, seat] - value + LAMBDA * later[places, seat]) * known[places, seat] * decided
        advantage[step] = here
        following[places, seat] = decided * value + (1 - decided) * following[places, seat]
        later[places, seat] = decided * here + (1 - decided) * later[places, seat]
        known[places, seat] = decided + (1 - decided) * known[places, seat]
    return advantage


def network(game: Game) -> Any:
    """A plain net: observation in; a number for each action, and how well the seat will do, out."""
    nn = torch.nn

    class Net(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            size = game.kind.observation.length
            self.body = nn.Sequential(nn.Linear(size, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
            self.policy = nn.Linear(WIDTH, game.kind.actions)
            self.value = nn.Linear(WIDTH, 1)
            nn.init.zeros_(self.policy.weight)
            nn.init.zeros_(self.value.weight)

        def forward(self, rows: Any, masks: Any) -> tuple[Any, Any]:
            seen = self.body(rows)
            return self.policy(seen).masked_fill(~masks, -1e9).log_softmax(-1), self.value(seen).squeeze(-1)

    return Net()


def choose(chances: Any) -> Any:
    """An action by its chance (given as logarithms)."""
    return (chances - torch.empty_like(chances).exponential_().log()).argmax(-1)


def play(net: Any, table: Table, steps: int) -> dict[str, Any]:
    """Play on for some steps; everything that was seen, done and got, by step and game."""
    kept: dict[str, list[Any]] = {name: [] for name in ("rows", "masks", "seats", "actions", "chances", "values", "waited")}
    rewards, ended = [], []
    rows, masks, seats, _, over = table.look()
    for _ in range(steps):
        with torch.no_grad():
            chances, values = net(rows, masks)
        actions = choose(chances)
        seen = (rows.half(), masks, seats, actions, chances.gather(1, actions[:, None])[:, 0], values, over)
        for name, what in zip(kept, seen, strict=True):
            kept[name].append(what)
        table.step(actions)
        rows, masks, seats, reward, over = table.look()
        rewards.append(reward)
        ended.append(over)
    played = {name: torch.stack(whats) for name, whats in kept.items()}
    played["advantages"] = advantages(
        played["values"], played["seats"], torch.stack(rewards), torch.stack(ended), played["waited"]
    )
    return played


def learn(net: Any, optimizer: Any, played: dict[str, Any]) -> dict[str, float]:
    """One lesson from what was played."""
    decided = ~played["waited"].flatten()
    flat = {name: what.flatten(0, 1)[decided] for name, what in played.items()}
    gained = flat["advantages"]
    targets = flat["values"] + gained
    gained = (gained - gained.mean()) / (gained.std() + 1e-8)
    sums = {"policy": 0.0, "value": 0.0, "entropy": 0.0}
    rounds = 0
    for _ in range(EPOCHS):
        for some in torch.randperm(len(gained), device=gained.device).split(MINIBATCH):
            chances, values = net(flat["rows"][some].float(), flat["masks"][some])
            ratio = (chances.gather(1, flat["actions"][some][:, None])[:, 0] - flat["chances"][some]).exp()
            better = gained[some]
            policy = -torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            value = (values - targets[some]).square().mean()
            entropy = -(chances.exp() * chances.clamp(min=-1e4)).sum(-1).mean()
            optimizer.zero_grad()
            (policy + value - ENTROPY * entropy).backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            rounds += 1
            for name, number in (("policy", policy), ("value", value), ("entropy", entropy)):
                sums[name] += float(number.detach())
    return {name: number / rounds for name, number in sums.items()}


def judge(net: Any, game: Game, games: int, device: str, seed: int = 10**9) -> tuple[float, float]:
    """One seat of the net, going round the table, against greedy bots: its part of the victories, and its mean reward. The net
    plays what it likes best."""
    batch = Batch(game, games, seed)
    scale = torch.tensor(np.maximum(1, game.kind.observation.high), dtype=torch.float32, device=device)
    own = np.arange(games) % game.players
    worth = np.zeros((games, game.players), np.float32)
    going = np.ones(games, bool)
    while going.any():
        shown = batch.shown
        mine = (shown.seats == own) & going
        actions = batch.greedy_actions(~mine & going)
        actions[~going] = shown.masks[~going].argmax(-1)
        if mine.any():
            rows = torch.from_numpy(shown.observations[mine]).to(device) / scale
            with torch.no_grad():
                chances, _ = net(rows, torch.from_numpy(shown.masks[mine]).to(device))
            actions[mine] = chances.argmax(-1).cpu().numpy()
        shown = batch.step(actions)
        ended = shown.over & going
        worth[ended] = shown.rewards[ended]
        going &= ~ended
    best = worth == worth.max(1, keepdims=True)
    rows = np.arange(games)
    return float((best[rows, own] / best.sum(1)).mean()), float(worth[rows, own].mean())


def draw(curve: list[dict[str, float]], game: Game, path: Path) -> None:
    """The curve as a picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    minutes = [point["minutes"] for point in curve]
    axes.plot(
        minutes, [100 * point["wins"] for point in curve], color="#7a2e1f", label="one seat of the net, three greedy bots"
    )
    axes.axhline(100 / game.players, color="#555", linestyle=":", label="as strong as greedy")
    axes.set(xlabel="minutes of learning", ylabel="victories, %", ylim=(0, 100), title=f"{game.kind.title}, from nothing")
    axes.legend()
    figure.savefig(path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="templari")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--device", default="", help="cuda or cpu (default: cuda where there is one)")
    parser.add_argument("--games", type=int, default=8192, help="games side by side")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--judge-every", type=int, default=10, help="lessons between two trials against greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("trained"), help="folder for net, curve and picture")
    given = parser.parse_args()
    if torch is None:
        print("PyTorch is not installed; this installs it: pip install 'commandery[torch]'", file=sys.stderr)
        return 2
    device = given.device or ("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(given.seed)
    game = commandery.game(given.game, players=given.players)
    table = Table(game, given.games, device, given.seed)
    net = network(game).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=LEARNING_RATE, eps=1e-5)
    given.out.mkdir(parents=True, exist_ok=True)
    curve: list[dict[str, float]] = []
    began, decisions, lesson = time.perf_counter(), 0, 0
    judging = 0.0
    while True:
        learning = time.perf_counter() - began - judging
        last = learning > 60 * given.minutes
        if lesson % given.judge_every == 0 or last:
            before = time.perf_counter()
            wins, worth = judge(net, game, JUDGED, device)
            judging += time.perf_counter() - before
            point = {"minutes": learning / 60, "lessons": lesson, "decisions": decisions, "wins": wins, "worth": worth}
            curve.append(point)
            said = f"{wins:.0%} of the victories (even: {1 / game.players:.0%})"
            print(f"{learning:6.0f} s  {decisions / 1e6:8.1f} M decisions  against greedy {said}", flush=True)
            torch.save(net.state_dict(), given.out / "net.pt")
            (given.out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")
        if last:
            break
        for group in optimizer.param_groups:  # smaller and smaller steps
            group["lr"] = LEARNING_RATE * max(0.05, 1 - learning / (60 * given.minutes))
        played = play(net, table, STEPS)
        decisions += int((~played["waited"]).sum())
        learn(net, optimizer, played)
        lesson += 1
    try:
        draw(curve, game, given.out / "curve.svg")
    except ModuleNotFoundError:
        print("no picture: matplotlib is not installed (pip install 'commandery[charts]')")
    print(f"written to {given.out}: net.pt, curve.json" + (", curve.svg" if (given.out / "curve.svg").exists() else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
