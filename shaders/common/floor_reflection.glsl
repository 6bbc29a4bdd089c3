// The mirror image of what stands on a polished floor.
uniform sampler2D reflection_map;

// The more blurred and the fainter the higher it stands, as lacquer scatters light; a is its coverage.
vec4 mirrored() {
    vec2 uv = gl_FragCoord.xy * screen.zw;
    vec4 image = texture(reflection_map, uv);
    float taps = 1.0, covered = saturate(image.a * 60.0);
#if REFLECTION_TAPS > 1
    const mat2 onward = mat2(-0.737369, 0.675490, -0.675490, -0.737369);  // by the golden angle
    float width = 0.003 + 0.028 * saturate(image.a), turn = 2.0 * PI * dither(gl_FragCoord.xy);
    vec2 way = vec2(cos(turn), sin(turn));
    for (int i = 1; i < REFLECTION_TAPS; i++) {
        way = onward * way;
        vec2 aside = sqrt(float(i) / float(REFLECTION_TAPS)) * width * way * vec2(1.0, 1.6) * window.zw;
        vec4 tap = textureLod(reflection_map, uv + aside, 0.0);
        image += tap;
        covered += saturate(tap.a * 60.0);
    }
    taps = float(REFLECTION_TAPS);
#endif
    image /= max(covered, 1e-3);
    float high = 25.0 * max(image.a - 0.02, 0.0);
    return vec4(image.rgb, covered / taps / (1.0 + high * high));
}
