"""Simulation of one system: clock, ticks, history, report, Poincaré section and a spring that pulls at a body."""
