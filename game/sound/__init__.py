"""Sound synthesised from a motion: what sounds is declared by the looks, and follows the states of a run."""
