"""Machines of bodies, joints, springs and loops, whose equations are recorded for each."""
