// GLASS stops half of the light: every other texel, such that the samples of `sunlit` even it out.
void main() {
#if GLASS
    int row = int(gl_FragCoord.y);
#if SHADOW_TAPS > 4
    row += int(gl_FragCoord.x);
#endif
    if ((row & 1) == 1) discard;
#endif
}
