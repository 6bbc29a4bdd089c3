"""Rigid bodies: their shapes, masses, moments of inertia and contacts, and the parameters that define them."""
