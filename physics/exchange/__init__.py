"""Machines of other programs: MJCF of MuJoCo and URDF of robots, read as descriptions and written from machines."""
