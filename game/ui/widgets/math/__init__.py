"""Typesetting of equations: text of a small subset of LaTeX to a tree, the tree to boxes, boxes to the screen."""
