"""What the systems of each family sound like, as data: one file for each family."""
