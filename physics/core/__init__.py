"""The base types of systems and integrators, and the functions that work with any of them."""
