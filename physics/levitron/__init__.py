"""The levitron: the field of its base, the trap, and the motion of the top in it."""
