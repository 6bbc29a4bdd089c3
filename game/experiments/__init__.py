"""Computations beside the run: comparison, ensemble, maps, sections, optimisation, shots."""
