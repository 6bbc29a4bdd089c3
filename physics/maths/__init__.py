"""Numbers without mechanics: trigonometry, quaternions, Euler angles, elliptic functions, linear solvers."""
