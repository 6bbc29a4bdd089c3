"""Panels for learning: the explanation of the scene, and the card of a guided tour."""
