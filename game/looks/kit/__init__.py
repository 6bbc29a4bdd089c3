"""Meshes, lines and marks that looks are built from."""
