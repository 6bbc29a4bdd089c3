"""The same kernels as machine code: compiler, cache of object code, and the process that compiles."""
