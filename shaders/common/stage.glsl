// The surroundings: the studio with its backdrop and table, or the void (VOID) with its horizon.
#if !VOID
uniform sampler2D floor_wood;

vec3 floor_color(float lightness) { return table.rgb * (lightness * lightness); }

vec2 floor_place(vec2 point) { return point * wood.xy; }

// Returns by how many metres a place on the table's far edge must move away to be seen a pixel higher. The eye is over
// the table.
float edge_pixel() {
    vec3 up = vec3(view_projection[0][1], view_projection[1][1], view_projection[2][1]);
    float away = distance(eye.xy, stage.xy) + stage.w, high = max(eye.z, 1e-3 * stage.w);
    return 2.0 * screen.w / length(up) * (away * away / high + high);
}
#endif

// Returns the direction over the floor from the eye past the middle of the stage.
vec2 ahead() {
    vec2 way = stage.xy - eye.xyz.xy;
    return way / (length(way) + 1e-6);
}

#if VOID
// Returns the backdrop of the void: deep blue, lighter at the horizon, and a pool of light on the floor below.
vec3 backdrop(vec3 direction) {
    float height = abs(direction.z), towards = 0.62 + 0.38 * dot(direction.xy, ahead());
    float low = 1.0 / (1.0 + height * height * 110.0);
    vec3 sky = vec3(0.0013, 0.0031, 0.0121) + vec3(0.0071, 0.0234, 0.0767) * (low * towards);
    vec2 away = (eye.xy - direction.xy * (eye.z / min(direction.z, -1e-3)) - stage.xy) / depths.x;
    float lit = direction.z < 0.0 ? 1.0 / (1.0 + 1.7 * dot(away, away)) : 0.0;
    return sky * (direction.z < 0.0 ? 0.50 + 0.50 * low : 1.0) + vec3(0.0038, 0.0130, 0.0419) * (lit * lit);
}

// Returns the haze over the horizon, at a height above it as the sine of an angle.
vec3 horizon(float height) {
    float off = height * height;
    return vec3(0.0060, 0.0150, 0.0300) / (1.0 + 260.0 * off);
}
#else
// Returns the backdrop of the studio: a lamp throws a pool of light on the wall behind what is looked at.
vec3 backdrop(vec3 direction) {
    float rise = max(direction.z, 0.0), aside = 1.0 - dot(direction.xy, ahead());
    float glow = exp2(-wall.w * aside - dim.w * rise);
    return dim.rgb + (wall.rgb + near_table.rgb * exp2(-16.0 * rise)) * glow;
}

// Returns how much of the light on the middle of the stage reaches a point of the floor.
float pool(vec2 point) {
    vec2 away = 1.1 * near_table.w * (point - stage.xy) / depths.x;
    return exp(-dot(away, away));
}
#endif
