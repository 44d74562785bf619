"""A net that examples/train.py has trained, as a bot at any table.

    commandery play templari --players 4 --bot python:examples/trained.py:Trained
    commandery arena templari --players 4 --bots greedy,python:examples/trained.py:Trained --lineup one --games 100

The net is read from trained/net.pt, or from the file that the environment variable COMMANDERY_NET names.
"""

import os

import numpy as np
import train  # beside this file


def observation_of(sight):
    """What the seat sees as a row of numbers: that of an imagined state, which looks the same from the seat."""
    observation = sight.game.kind.observation
    row = np.zeros(observation.length, np.int16)
    observation.write(sight.game.mounted_world[0], sight.imagine(0)[0], sight.seat, row)
    return row


class Trained:
    """Plays what the net likes best."""

    def __init__(self):
        if train.torch is None:
            raise ModuleNotFoundError("PyTorch is not installed; this installs it: pip install 'commandery[torch]'")
        train.torch.set_num_threads(1)
        self.net = None

    def choose(self, sight):
        torch, kind = train.torch, sight.game.kind
        if self.net is None:
            self.net = train.network(sight.game)
            self.net.load_state_dict(torch.load(os.environ.get("COMMANDERY_NET", "trained/net.pt"), map_location="cpu"))
        row = torch.tensor(observation_of(sight) / np.maximum(1, kind.observation.high), dtype=torch.float32)
        mask = torch.zeros(kind.actions, dtype=torch.bool)
        mask[[action.id for action in sight.legal]] = True
        with torch.no_grad():
            chances, _ = self.net(row[None], mask[None])
        return int(chances.argmax())
