"""What the tops are made of: equations that several systems share, closed forms, contact."""
