"""Studies of many runs: launches, flip maps, optimisation."""
