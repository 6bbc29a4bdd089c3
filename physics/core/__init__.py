"""The contract of systems and integrators, and what is written in its terms."""
