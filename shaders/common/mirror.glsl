// The mirror image of what stands on a polished floor.
uniform sampler2D reflection_map;

// The more blurred the higher it stands; a is its coverage.
vec4 mirrored() {
    vec2 uv = gl_FragCoord.xy * screen.zw;
    vec4 image = texture(reflection_map, uv);
#if REFLECTION_TAPS > 1
    float width = 0.003 + 0.028 * saturate(image.a), turn = 2.0 * PI * dither(gl_FragCoord.xy);
    for (int i = 1; i < REFLECTION_TAPS; i++) {
        float radius = sqrt(float(i) / float(REFLECTION_TAPS)) * width, angle = float(i) * 2.39996 + turn;
        image += texture(reflection_map, uv + radius * vec2(cos(angle), 1.6 * sin(angle)));
    }
    image /= float(REFLECTION_TAPS);
#endif
    return vec4(image.rgb, saturate(image.a * 60.0));
}
