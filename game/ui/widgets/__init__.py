"""Small parts that panels are made of: theme, symbols, numbers, icons, fields, sliders."""
