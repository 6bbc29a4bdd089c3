"""One file per system; a file dropped here is found by `physics.systems()`."""
