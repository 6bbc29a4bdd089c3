"""Pendulums in films: fits of angles or of points, lost frames, and laws of damping."""
