"""The trained net as a bot, examples/trained.py: it sees what its seat sees, and plays what the net likes best."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import commandery
from commandery.bots import Sight, make_bot
from commandery.core.kernel import INTERPRETED
from conftest import GAMES

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield import_module("trained")
    for name in ("trained", "train"):
        sys.modules.pop(name, None)


@pytest.mark.skipif(INTERPRETED, reason="the example hands arrays to the rules as they are")
@pytest.mark.parametrize("name", GAMES)
def test_it_sees_what_its_seat_sees(name: str, trained: ModuleType) -> None:
    match = commandery.game(name, players=4).start(seed=3)
    rng = np.random.default_rng(3)
    while not match.over:
        seat = match.to_act[0]
        if rng.random() < 0.1:
            assert (trained.observation_of(Sight(match, seat)) == match.observe(seat)).all()
        legal = match.legal(seat)
        match.play(seat, legal[rng.integers(len(legal))])


class Liking:
    """A net that likes the highest legal action best, and notes what it was shown."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def load_state_dict(self, weights: Any) -> None:
        assert weights == "trained/net.pt on cpu"

    def __call__(self, rows: Any, masks: Any) -> tuple[Any, Any]:
        self.seen.append(rows)
        return np.where(masks, np.arange(masks.shape[1]), -1), None


@pytest.mark.skipif(INTERPRETED, reason="the example hands arrays to the rules as they are")
def test_it_plays_what_the_net_likes_best(trained: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NumPy in place of PyTorch, as far as the bot needs one."""
    like_torch = SimpleNamespace(
        tensor=np.array, zeros=np.zeros, float32=np.float32, bool=np.bool_, no_grad=contextlib.nullcontext,
        set_num_threads=lambda count: None, load=lambda path, map_location: f"{path} on {map_location}",
    )  # fmt: skip
    net = Liking()
    monkeypatch.delenv("COMMANDERY_NET", raising=False)
    monkeypatch.setattr(trained.train, "torch", like_torch)
    monkeypatch.setattr(trained.train, "network", lambda game: net)
    match = commandery.game("templari", players=4).start(seed=3)
    bot, seat = trained.Trained(), match.to_act[0]
    assert bot.choose(Sight(match, seat)) == match.legal(seat)[-1].id
    (rows,) = net.seen
    assert rows.shape == (1, match.game.kind.observation.length) and abs(rows).max() <= 1


@pytest.mark.usefixtures("started")
def test_without_torch_the_bot_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError('no torch here', name='torch')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    match = commandery.game("templari", players=3).start(seed=3)
    bot = make_bot(f"python:{EXAMPLES / 'trained.py'}:Trained", 1)
    seat = match.to_act[0]
    assert bot.choose(Sight(match, seat)) == match.legal(seat)[0]
    bot.close()
    assert "this installs it: pip install 'commandery[torch]'" in bot.faults[0].reason
