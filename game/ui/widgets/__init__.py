"""Building blocks of the panels: theme, symbols, numbers, icons, fields, sliders."""
