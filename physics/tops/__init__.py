"""Rotating bodies: the energy of a rotation, its parts, and poses on a table, which several families share."""
