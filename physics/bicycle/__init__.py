"""The Whipple bicycle: its equations of motion, its linear model and its drawing."""
