#if SHADOW_TAPS > 9
uniform sampler2D shadow_map;
#else
uniform sampler2DShadow shadow_map;
#endif
#if SHADOW_TAPS > 4
uniform sampler2D cast_map;  // above 0 where anything can cast a shadow

// Returns the iterations of a loop: `count` where a shadow can fall. Software OpenGL skips iterations, never branches.
int turns(vec3 at, int count) {
    const float cells = 128.0;
    return texelFetch(cast_map, ivec2(at.xy * cells), 0).r > 0.0 ? count : 0;
}
#endif

const float RISE = 0.3;  // of depth over a width of the map: what rises less towards the lamp casts no shadow on itself

// Returns how much of the lamp a place in the shadow map sees, 0 to 1. rise: how steeply its surface rises in the map; what
// lies within it is that surface, and not searched for shadows (Isidoro, "Shadow mapping: GPU-based tips", 2006).
float sunlit(vec3 at, float rise) {
    const float texel = 1.0 / float(SHADOW_SIZE);
    bool outside = any(greaterThan(abs(at.xy - 0.5), vec2(0.5 - texel)));
    at = min(outside ? vec3(0.0) : at, vec3(1.0));
#if SHADOW_TAPS > 9
    // The farther away what casts the shadow, the wider its edge (Fernando, "Percentage-closer soft shadows").
#if FIELD
    const float lamp = 0.012, search = 0.008;  // width over distance; widest edge, in widths of the map
#else
    const float lamp = 0.07, search = 0.02;
#endif
    const float depth_range = 2.0;  // of the map, over its width
#ifdef ON_BODY
    const int around = SHADOW_TAPS / 2 / ON_BODY, pairs = 2 * around;  // in half-shade fewer stipple smooth surfaces
#else
    const int around = SHADOW_TAPS / 2, pairs = around;  // the floor's grain hides it
#endif
    const mat2 onward = mat2(-0.737369, 0.675490, -0.675490, -0.737369);  // by the golden angle
    float turn = 2.0 * PI * (dither(gl_FragCoord.xy) + 0.5);
    vec2 first = vec2(cos(turn), sin(turn)), way = first;
    float blockers = 0.0, depth = 0.0;
    int count = turns(at, around);
    for (int i = 0; i < count; i++) {
        float radius = sqrt(float(i) + 0.5) * (search / sqrt(float(around)));
        float d = textureLod(shadow_map, at.xy + radius * way, 0.0).r;
        way = onward * way;
        float blocks = d < at.z - 0.002 - rise * radius ? 1.0 : 0.0;
        depth += d * blocks;
        blockers += blocks;
    }
    float edge = clamp((at.z - depth / max(blockers, 1.0)) * depth_range * lamp, 1.5 * texel, search);
    float seen = 0.0;
    // Texels side by side go in pairs: glass has one of each (shadow.frag), and so casts an even half.
    count = blockers < 0.5 || blockers > float(around) - 0.5 ? 0 : pairs;
    way = first;
    for (int i = 0; i < count; i++) {
        float radius = sqrt(float(i) + 0.5) * (edge / sqrt(float(pairs)));
        vec2 tap = at.xy + radius * way;
        way = onward * way;
        vec2 pair = vec2(textureLod(shadow_map, tap, 0.0).r, textureLod(shadow_map, tap + vec2(texel, 0.0), 0.0).r);
        seen += dot(step(vec2(at.z - 0.001 - RISE * radius), pair), vec2(0.5));
    }
    return blockers < 0.5 ? 1.0 : seen / float(pairs);
#elif SHADOW_TAPS == 9
    int count = turns(at, 9);
    float seen = float(9 - count);
    for (int i = 0; i < count; i++) {
        vec2 off = vec2(i % 3 - 1, i / 3 - 1) * (1.5 * texel);  // spaced so that they average the light through glass
        seen += texture(shadow_map, vec3(at.xy + off, at.z - 0.0008 - dot(abs(off), vec2(0.6))));
    }
    return seen / 9.0;
#else
    vec2 step_x = vec2(0.75 * texel, 0.25 * texel), step_y = vec2(-0.25 * texel, 0.75 * texel);
    float z = at.z - 0.0010;
    float seen = texture(shadow_map, vec3(at.xy + step_x, z)) + texture(shadow_map, vec3(at.xy - step_x, z))
               + texture(shadow_map, vec3(at.xy + step_y, z)) + texture(shadow_map, vec3(at.xy - step_y, z));
    return 0.25 * seen;
#endif
}

float sunlit(vec3 at) { return sunlit(at, RISE); }

// Returns how steeply a surface rises in the map whose normal has this cosine to the lamp.
float rise_of(float n_l) { return max(0.5 * sqrt(1.0 - n_l * n_l) / max(n_l, 0.1), RISE); }
