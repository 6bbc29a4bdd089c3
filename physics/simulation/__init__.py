"""One run of a system: clock, ticks, history, report, Poincaré section and the spring of a pulling hand."""
