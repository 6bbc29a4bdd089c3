"""The same top in MuJoCo: a body on a ball joint, contacts and constraints switched off."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bench.tops import Contender, Missing, Vector3, cone, start_omega, start_rotation

try:
    import mujoco
    from mujoco import rollout
except ImportError:
    mujoco = None


def model(dt: float) -> mujoco.MjModel:
    """Return the model with steps of dt [s]; raises Missing."""
    if mujoco is None:
        raise Missing("MuJoCo: not installed (pip install mujoco)")
    about, g = cone().inertia, cone().gravity
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <option timestep="{dt!r}" integrator="RK4" gravity="0 0 {-g!r}">
        <flag contact="disable" constraint="disable"/>
      </option>
      <worldbody>
        <body>
          <joint type="ball"/>
          <inertial pos="0 0 {about.z!r}" mass="{about.mass!r}" diaginertia="{about.I1!r} {about.I1!r} {about.I3!r}"/>
        </body>
      </worldbody>
    </mujoco>""")


def started(of: mujoco.MjModel) -> mujoco.MjData:
    """Return the top at its start."""
    data = mujoco.MjData(of)
    mujoco.mju_mat2Quat(data.qpos, start_rotation().ravel())
    data.qvel[:] = start_omega()
    return data


def single() -> Contender:
    """Return `mj_step` with many steps in one call, so that no Python runs between them; raises Missing."""
    models = {1e-3: model(1e-3)}

    def run(steps: int, dt: float) -> mujoco.MjData:
        if dt not in models:
            models[dt] = model(dt)
        data = started(models[dt])
        mujoco.mj_step(models[dt], data, nstep=steps)
        return data

    def axis(steps: int, dt: float) -> Vector3:
        rotation = np.zeros(9)
        mujoco.mju_quat2Mat(rotation, run(steps, dt).qpos)
        return rotation.reshape(3, 3)[:, 2]

    return Contender(f"MuJoCo {mujoco.__version__}, mj_step RK4", run, axis, steps=1000)


def many(count: int, dt: float) -> Callable[[int], None]:
    """Return a function of `steps` that advances `count` copies with MuJoCo's rollout on one thread; raises Missing."""
    made = model(dt)
    data, kind = started(made), mujoco.mjtState.mjSTATE_FULLPHYSICS
    state = np.zeros(mujoco.mj_stateSize(made, kind))
    mujoco.mj_getState(made, data, state, kind)
    states = np.tile(state, (count, 1))
    roller = rollout.Rollout(nthread=0)

    def run(steps: int) -> None:
        roller.rollout(made, [data], states, nstep=steps)

    return run
