"""The look of the trebuchet, its parts and its sounds."""
