"""Bodies on a table: rolling, sliding, flying off, standing."""
