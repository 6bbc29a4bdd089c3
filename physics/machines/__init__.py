"""Machines of bodies, joints, springs and loops, whose equations are recorded for each."""

PARTS = (
    "bodies", "joints", "springs", "rods", "ropes", "gears", "racks", "screws", "couplings", "edges", "rolling",
    "numbers", "traces", "ends", "measures",
)  # fmt: skip
"""Tables of a machine's description, whose rows are parts with names."""
VALUES = ("gravity", "air_density", "wind")
"""Words of the description beside its tables."""
TABLES = (*PARTS, *VALUES)
"""The words of a machine's description."""
GEARED = ("gears", "racks", "screws")
"""Tables whose parts are an equation of two joints."""
OF_JOINTS = (*GEARED, "couplings")
"""Those whose parts tie the coordinates of joints."""
OF_BODIES = ("joints", "springs", "rods", "ropes", "edges", "rolling", "traces")
"""Those whose parts are fastened to bodies, and go with them."""
CLOSING = ("joints", "rods", *GEARED, "edges", "rolling", "ropes")
"""Those whose parts have equations."""
CALLED = {table: table.removesuffix("s") for table in PARTS if table not in ("bodies", "numbers")}
"""What messages call the parts of each table, before their names; bodies are called by these alone."""
