"""Machines of bodies, joints, springs and loops, whose equations are recorded for each."""

TABLES = (
    *(
        "bodies",
        "joints",
        "springs",
        "rods",
        "ropes",
        "gears",
        "racks",
        "screws",
        "couplings",
        "edges",
        "rolling",
        "numbers",
        "traces",
        "ends",
        "measures",
    ),
    *("gravity", "air_density", "wind"),
)
"""The words of a machine's description, which are tables but for the last three."""
OF_JOINTS = ("gears", "racks", "screws", "couplings")
"""Those whose parts tie the coordinates of joints."""
