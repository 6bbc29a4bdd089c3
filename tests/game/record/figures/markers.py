"""Shapes of markers that have corners, in units of the size of a marker."""

CORNERED = [
    ("square", 4, (-0.9, -0.9), (0.9, 0.9)),
    ("diamond", 4, (-1.2, -1.2), (1.2, 1.2)),
    ("up", 3, (-1.1, -1.2), (1.1, 0.8)),
    ("down", 3, (-1.1, -0.8), (1.1, 1.2)),
]
"""Name, number of corners, least and greatest coordinates, y down."""
