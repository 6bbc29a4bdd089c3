// What surrounds the bodies: the studio with its backdrop and table, or the void (VOID) with its horizon.
#if !VOID
uniform sampler2D floor_wood;

vec3 floor_color(float lightness) { return vec3(0.375, 0.206, 0.115) * (lightness * lightness); }

vec2 floor_place(vec2 point) { return point * wood.xy; }

// How far from the eye [m] all of the table is lost in the fog.
float table_reach() { return min(distance(eye.xy, stage.xy) + stage.w, 0.9 * depths.y); }
#endif

// Where the eye looks past the middle of the stage, over the floor.
vec2 ahead() {
    vec2 way = stage.xy - eye.xyz.xy;
    return way / (length(way) + 1e-6);
}

#if VOID
// Deep blue, and at the horizon the last of a light; below, it lies in a pool on the floor under what is shown.
vec3 backdrop(vec3 direction) {
    float height = abs(direction.z), towards = 0.62 + 0.38 * dot(direction.xy, ahead());
    float low = 1.0 / (1.0 + height * height * 110.0);
    vec3 sky = vec3(0.0046, 0.0074, 0.0160) + vec3(0.015, 0.033, 0.078) * (low * towards);
    vec2 away = (eye.xy - direction.xy * (eye.z / min(direction.z, -1e-3)) - stage.xy) / depths.x;
    float lit = direction.z < 0.0 ? 1.0 / (1.0 + 1.7 * dot(away, away)) : 0.0;
    return sky * (direction.z < 0.0 ? 0.50 + 0.50 * low : 1.0) + vec3(0.0100, 0.0215, 0.0450) * (lit * lit);
}

// The line where it ends, above it by the sine of an angle, and its halo.
vec3 horizon(float height) {
    float off = 1.0 + 120.0 * abs(height);
    return vec3(0.066, 0.112, 0.180) / (off * off);
}
#else
// A lamp throws a pool of light on the wall, always behind what is looked at, as a photographer has it.
vec3 backdrop(vec3 direction) {
    float rise = max(direction.z, 0.0), aside = 1.0 - dot(direction.xy, ahead());
    float glow = exp2(-13.0 * aside - 8.0 * rise);
    vec3 wall = vec3(0.034, 0.032, 0.031), from_table = vec3(0.010, 0.006, 0.003);
    return vec3(0.0072, 0.0085, 0.0120) + (wall + from_table * exp2(-16.0 * rise)) * glow;
}

// Light falls on the middle of the stage; this is how much of it reaches a point of the floor.
float pool(vec2 point) {
    vec2 away = 1.1 * (point - stage.xy) / depths.x;
    return exp(-dot(away, away));
}
#endif
