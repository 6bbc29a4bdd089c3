"""Cameras, their framing, transitions and controls."""
