"""Shapes of rigid bodies."""
