"""Compiled kernels: the compiler, the cache of object code, and the process that compiles."""
