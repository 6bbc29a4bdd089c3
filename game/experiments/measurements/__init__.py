"""Measured motion: tables of it, how they are drawn beside a run, and fits of a scene to them."""
