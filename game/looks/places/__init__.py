"""The surroundings of a machine: a field, a town, woods, a gorge, a camp."""
