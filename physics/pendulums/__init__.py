"""Pendulums and linkages of a few bars: double, Foucault's, Wilberforce's, the bungee jumper, four-bar linkages."""
