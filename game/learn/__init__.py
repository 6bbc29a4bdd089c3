"""Explanations of the scenes, things to try, and guided tours: texts in `assets`, as data without a window."""
