"""Systems, one file each; `physics.systems()` finds every file of this package."""
