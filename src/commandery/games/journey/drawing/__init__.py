"""The parts of the picture: how the map, the round track, the players and their pieces are drawn."""
