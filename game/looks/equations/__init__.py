"""The look of equations of one's own."""
