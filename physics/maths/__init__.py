"""Mathematics independent of mechanics: trigonometry, quaternions, Euler angles, elliptic functions, linear solvers."""
