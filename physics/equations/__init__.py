"""Equations of motion of a person's own, written as text: accelerations, rates or a Lagrangian."""

TABLES = ("equations", "variables", "parameters", "invariants", "quantities", "events", "draw")
"""The words of a description: a text of lines, then tables."""
