"""Looks of pendulums, linkages and bungee jumps, and their parts."""
