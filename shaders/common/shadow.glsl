#if SHADOW_TAPS > 9
uniform sampler2D shadow_map;
#else
uniform sampler2DShadow shadow_map;
#endif

// How much of the lamp a place in the shadow map sees, 0 to 1.
float sunlit(vec3 at) {
    const float texel = 1.0 / float(SHADOW_SIZE);
    at.z = min(at.z, 1.0);
    if (any(greaterThan(abs(at.xy - 0.5), vec2(0.5)))) return 1.0;
#if SHADOW_TAPS > 9
    // The farther away what casts the shadow, the wider its edge (Fernando, "Percentage-closer soft shadows").
#if FIELD
    const float lamp = 0.012, search = 0.008;  // width over distance; widest edge, in widths of the map
#else
    const float lamp = 0.07, search = 0.02;
#endif
    const float depth_range = 2.0;  // of the map, over its width
    float turn = 2.0 * PI * (dither(gl_FragCoord.xy) + 0.5);
    float blockers = 0.0, depth = 0.0;
    for (int i = 0; i < 16; i++) {
        float radius = sqrt((float(i) + 0.5) / 16.0) * search, angle = float(i) * 2.39996 + turn;
        float d = textureLod(shadow_map, at.xy + radius * vec2(cos(angle), sin(angle)), 0.0).r;
        if (d < at.z - 0.002 - 0.3 * radius) { depth += d; blockers += 1.0; }
    }
    if (blockers < 0.5) return 1.0;
    float edge = clamp((at.z - depth / blockers) * depth_range * lamp, 1.5 * texel, search);
    float seen = 0.0;
    // Texels side by side go in pairs: glass has one of each (shadow.frag), and so casts an even half.
    for (int i = 0; i < SHADOW_TAPS / 2; i++) {
        float radius = sqrt((float(i) + 0.5) / float(SHADOW_TAPS / 2)) * edge, angle = float(i) * 2.39996 + turn;
        vec2 tap = at.xy + radius * vec2(cos(angle), sin(angle));
        vec2 pair = vec2(textureLod(shadow_map, tap, 0.0).r, textureLod(shadow_map, tap + vec2(texel, 0.0), 0.0).r);
        seen += dot(step(vec2(at.z - 0.001 - 0.3 * radius), pair), vec2(0.5));
    }
    return seen / float(SHADOW_TAPS / 2);
#elif SHADOW_TAPS == 9
    float seen = 0.0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            seen += texture(shadow_map, vec3(at.xy + vec2(i, j) * (1.5 * texel), at.z - 0.0008));
    return seen / 9.0;
#else
    vec2 step_x = vec2(0.75 * texel, 0.25 * texel), step_y = vec2(-0.25 * texel, 0.75 * texel);
    float z = at.z - 0.0010;
    return 0.25 * (texture(shadow_map, vec3(at.xy + step_x, z)) + texture(shadow_map, vec3(at.xy - step_x, z))
                 + texture(shadow_map, vec3(at.xy + step_y, z)) + texture(shadow_map, vec3(at.xy - step_y, z)));
#endif
}
