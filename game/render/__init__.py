"""Draws a `SceneFrame` and the interface with OpenGL; the only importer of moderngl."""
