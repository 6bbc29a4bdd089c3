"""Equations: text of a small subset of LaTeX to a tree, the tree to boxes with places; measures of their fonts."""
