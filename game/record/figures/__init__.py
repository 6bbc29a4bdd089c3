"""Writers of figures: SVG with real text, PNG, and CSV of all numbers."""
