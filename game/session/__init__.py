"""The laboratory without a window: run, timeline, actions, edits and the composition of frames."""
