// Returns the width of the margin round a line of this half width, in pixels: a dark edge, or the glow of a trace.
#include "common/overlay.glsl"

float rim_of(float half_width) {
#if FLAT || TUBE
    return 1.3 * line_unit();
#else
    return 0.5 + 1.5 * half_width;
#endif
}
