// The depth of shadow casters. Glass stops half of the light: every other texel, so that the samples of `sunlit`
// average to it.
void main() {
#if MATERIAL == MATERIAL_GLASS
#if SHADOW_TAPS == 9
    ivec2 place = ivec2(gl_FragCoord.xy) >> 1;  // the nine are two texels apart
    int row = place.x + place.y;
#elif SHADOW_TAPS > 9
    int row = int(gl_FragCoord.x) + int(gl_FragCoord.y);
#else
    int row = int(gl_FragCoord.y);
#endif
    if ((row & 1) == 1) discard;
#endif
}
