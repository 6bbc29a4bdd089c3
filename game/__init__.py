"""Viewer of `physics`: window, renderer, panels and recordings."""
