"""Meshes of the objects in a scene: machines, furniture, plants, a person."""
