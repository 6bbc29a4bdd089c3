"""Plots: quantities over time or another quantity, sections, and work against precision."""
