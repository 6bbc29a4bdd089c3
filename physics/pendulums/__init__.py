"""Double pendulums, those of Foucault and Wilberforce, bungee jumps and four-bar linkages."""
