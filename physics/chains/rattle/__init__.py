"""Steps of constrained mechanics that keep its structure: RATTLE, for chains without losses."""
