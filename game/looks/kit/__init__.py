"""Meshes, lines and marks of which looks are made."""
