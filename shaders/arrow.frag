#include "common/visibility.glsl"
in vec2 place;
flat in vec4 shaft;
flat in vec3 head;
flat in vec4 ink;
flat in vec2 heights;
flat in float lamp;
out vec4 color;

// Distances to the edges of the parts, in pixels, negative inside.
float to_shaft() {
    float along = clamp(place.x / max(shaft.x, 1e-3), 0.0, 1.0);
    return length(vec2(place.x - along * shaft.x, place.y)) - mix(shaft.z, shaft.w, along);
}

float to_point() {
    float length_ = shaft.y - shaft.x;
    float slope = ((place.x - shaft.x) * head.x + (abs(place.y) - head.x) * length_) / length(vec2(head.x, length_));
    return max(slope, shaft.x - place.x);
}

float to_base() {
    vec2 axes = max(head.yx, vec2(0.5)), p = vec2(place.x - shaft.x, place.y);
    float k = length(p / axes);
    return k * (k - 1.0) / max(length(p / (axes * axes)), 1e-4);
}

// Returns the shading across a round bar or cone, -1 to 1: its own colour except at the side away from the lamp.
float rounded(float across) { return 1.0 - 0.36 * smoothstep(0.1, 1.0, -across * lamp); }

void main() {
    float unit = line_unit();
    float base = to_base(), point = min(to_point(), base), bar = to_shaft();
    float shape = min(bar, point);
    float inside = clamp(0.5 - shape, 0.0, 1.0);
    float rim = clamp(1.5 + 0.5 * unit - shape, 0.0, 1.0) * 0.5;  // a thin dark edge, to be read on any ground
    float under = clamp(0.5 - base, 0.0, 1.0) * head.z;
    float along = clamp(place.x / max(shaft.x, 1e-3), 0.0, 1.0);
    float wide = point < bar ? head.x * clamp((shaft.y - place.x) / max(shaft.y - shaft.x, 1e-3), 0.05, 1.0)
                             : mix(shaft.z, shaft.w, along);
    vec3 shade = ink.rgb * mix(rounded(clamp(place.y / max(wide, 0.5), -1.0, 1.0)), 0.58, under);
    float alpha = inside + rim * (1.0 - inside);
    // What only the floor hides is seen through it better than what a body hides, where the shaft is dashed.
    bool below = mix(heights.x, heights.y, clamp(place.x / max(shaft.y, 1e-3), 0.0, 1.0)) < 0.0;
    float seen = in_sight(0.0);
    float gap = abs(mod(place.x, 9.0 * unit) - 4.5 * unit) - 1.2 * unit;
    float dash = point < 0.5 || below ? 1.0 : smoothstep(0.0, 1.0, gap);
    color = vec4(shade * inside / max(alpha, 1e-4), ink.a * alpha * mix(below ? 0.55 : 0.36 * dash, 1.0, seen));
}
