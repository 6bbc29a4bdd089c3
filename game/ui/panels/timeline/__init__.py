"""The timeline: the present run with its events, branches and loop, and the list of what was done."""
