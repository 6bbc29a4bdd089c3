"""Studies made of many whole runs: launches, flip maps, optimisation."""
