"""Scenes as HTML files of their own, in which they run or are played without Python."""
