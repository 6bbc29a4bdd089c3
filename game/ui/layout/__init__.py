"""Arrangement of the window: rail, panels beside it, title, readings, dock, and what lies between them."""
