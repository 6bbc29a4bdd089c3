"""Commands that study many runs, or one closely: maps, fits, optimisation, exponents."""
