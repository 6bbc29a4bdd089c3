"""The free rigid body: its motion in closed form, polhodes, Poinsot's construction."""
