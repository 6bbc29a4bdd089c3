"""Links and hanging bodies: what chains, pendulums and linkages share."""
