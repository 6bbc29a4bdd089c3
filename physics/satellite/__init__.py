"""The satellite: a body with a rotor, dampers and a moving mass, about its centre of mass."""
