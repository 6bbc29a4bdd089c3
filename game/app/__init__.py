"""The program: window, main loop, captures, choice of quality and the offline renderer."""
