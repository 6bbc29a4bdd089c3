"""A gyroscope in two rings: equations of motion, formulas beside them, what is measured in a run, and its pose."""
