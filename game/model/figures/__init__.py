"""Figures as plain data: scales with ticks, curves, plots, and tables of their numbers."""
