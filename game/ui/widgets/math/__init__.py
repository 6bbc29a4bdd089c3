"""Equations on the screen, and prose with equations within its lines."""
