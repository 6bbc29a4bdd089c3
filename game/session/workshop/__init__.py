"""The workshop: what a person does to a machine at its start, without a window."""
