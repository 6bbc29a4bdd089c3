// What pictures can show of a pattern that turns: past half a period in a picture it would seem to turn backwards.

// Returns the share of its contrast that is left where so many periods pass while the shutter is open.
float unstrobed(float periods) { return 1.0 - smoothstep(0.3, 0.5, periods / SHUTTER); }
