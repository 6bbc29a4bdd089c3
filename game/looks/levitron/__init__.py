"""The look of the levitron, and its parts."""
