"""Meshes of the things in a scene: machines, furniture, plants, a person."""
