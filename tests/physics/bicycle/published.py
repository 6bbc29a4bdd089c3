"""Reference cases of the bicycle, with the names of the parameters that their publications use."""

from physics.bicycle.bicycle import Bicycle

PARAMETERS = {
    "w": "wheel_base", "c": "trail", "lam": "tilt", "g": "gravity",
    "rR": "rear_radius", "mR": "rear_mass", "IRxx": "rear_Ixx", "IRyy": "rear_Iyy",
    "mB": "frame_mass", "xB": "frame_x", "zB": "frame_z",
    "IBxx": "frame_Ixx", "IBxz": "frame_Ixz", "IByy": "frame_Iyy", "IBzz": "frame_Izz",
    "mH": "fork_mass", "xH": "fork_x", "zH": "fork_z",
    "IHxx": "fork_Ixx", "IHxz": "fork_Ixz", "IHyy": "fork_Iyy", "IHzz": "fork_Izz",
    "rF": "front_radius", "mF": "front_mass", "IFxx": "front_Ixx", "IFyy": "front_Iyy",
    "roundR": "rear_crown", "roundF": "front_crown",
    "T_phi": "lean_torque", "T_delta": "steer_torque", "T_R": "drive_torque",
}  # fmt: skip


def bicycle(reference, initial):
    """Return the bicycle of a case, with a start whose pitch follows."""
    parameters = {PARAMETERS[name]: value for name, value in reference["parameters"].items()}
    return Bicycle(parameters, {name: value for name, value in initial.items() if name != "pitch"})
