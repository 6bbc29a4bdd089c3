"""Integrators, one file per family; `physics.integrators()` finds all files in this folder."""
