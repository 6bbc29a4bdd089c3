"""Rigid bodies: their shapes, masses and moments of inertia, and the parameters that define them."""
