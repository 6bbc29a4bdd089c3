"""Bars and bodies on joints: pendulums, chains, linkages."""
