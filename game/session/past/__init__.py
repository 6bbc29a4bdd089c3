"""The past of a session: its states, log and branches, what was done, and how it is played."""
