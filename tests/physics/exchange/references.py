"""Reference motions by MuJoCo: `python -m tests.physics.exchange.references`, where it is installed, makes them anew.

MuJoCo 4.0.0, mj_step with RK4 at 20 µs, from the first key frame of each file; of the robot, which has none, from a
start that stands here. Kept are accelerations at the start, and after half a second the coordinates of hinges and
slides and the places of sites.
"""

import json
from pathlib import Path

from tools.command_line import command_line

FOLDER = Path(__file__).parents[2] / "data" / "exchange"
FILE = FOLDER / "references.json"
NAMES = "double.xml", "cart.xml", "furuta.xml", "frames.xml", "ties.xml", "arm.urdf"
ARM = {"shoulder": (0.4, -0.5), "elbow": (0.9, 1.0), "grip": (0.05, 0.2)}
"""Coordinate and rate of each joint of the robot at its start."""
SECONDS, STEP = 0.5, 2e-5


def reference(name):
    """Return what MuJoCo says of a file."""
    import mujoco

    model = mujoco.MjModel.from_xml_path(str(FOLDER / name))
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    else:
        model.opt.disableflags = int(mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
        model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, STEP
        for joint, (coordinate, rate) in ARM.items():
            data.joint(joint).qpos, data.joint(joint).qvel = coordinate, rate
    mujoco.mj_forward(model, data)
    simple = int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)
    joints = [model.joint(k).name for k in range(model.njnt) if int(model.jnt_type[k]) in simple]
    accelerations = {joint: float(data.joint(joint).qacc[0]) for joint in joints}
    mujoco.mj_step(model, data, nstep=round(SECONDS / model.opt.timestep))
    mujoco.mj_kinematics(model, data)
    ended = {joint: float(data.joint(joint).qpos[0]) for joint in joints}
    sites = {model.site(k).name: data.site(k).xpos.tolist() for k in range(model.nsite)}
    return {"accelerations": accelerations, "coordinates": ended, "sites": sites}


if __name__ == "__main__":
    command_line().parse_args()
    FILE.write_text(json.dumps({name: reference(name) for name in NAMES}, indent=1) + "\n")
