"""One file per family of integrators; a file dropped here is found by `physics.integrators()`."""
