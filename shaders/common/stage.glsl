// What surrounds the bodies: the studio with its backdrop and table, or the void (VOID) with its horizon.
#if !VOID
uniform sampler2D floor_wood;

vec3 floor_color(float lightness) { return vec3(0.375, 0.206, 0.115) * (lightness * lightness); }

vec2 floor_place(vec2 point) { return point * wood.xy; }
#endif

// Where the eye looks past the middle of the stage, over the floor.
vec2 ahead() {
    vec2 way = stage.xy - eye.xyz.xy;
    return way / (length(way) + 1e-6);
}

#if VOID
// Deep blue, and at the horizon the last of a light; what is below mirrors what is above.
vec3 backdrop(vec3 direction) {
    float height = abs(direction.z), towards = 0.62 + 0.38 * dot(direction.xy, ahead());
    float low = 1.0 / (1.0 + height * height * 140.0);
    vec3 sky = vec3(0.0050, 0.0078, 0.0165) + vec3(0.016, 0.035, 0.082) * (low * towards);
    if (direction.z < 0.0) sky *= 0.65 + 0.35 * low;
    return sky;
}

// The line where it ends, above it by the sine of an angle.
vec3 horizon(float height) { return vec3(0.060, 0.100, 0.160) / (1.0 + height * height * 90000.0); }
#else
// A lamp throws a pool of light on the wall, always behind what is looked at, as a photographer has it.
vec3 backdrop(vec3 direction) {
    float rise = max(direction.z, 0.0), aside = 1.0 - dot(direction.xy, ahead());
    float glow = exp2(-13.0 * aside - 8.0 * rise);
    vec3 wall = vec3(0.090, 0.098, 0.114), from_table = vec3(0.044, 0.026, 0.011);
    return vec3(0.0072, 0.0085, 0.0120) + (wall + from_table * exp2(-16.0 * rise)) * glow;
}

// Light falls on the middle of the stage; this is how much of it reaches a point of the floor.
float pool(vec2 point) {
    vec2 away = 1.1 * (point - stage.xy) / depths.x;
    return exp(-dot(away, away));
}
#endif
