"""The parts of the picture: how the abbey, the harbor, the players and their pieces are drawn."""
