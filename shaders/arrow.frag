#include "common/sight.glsl"
in vec2 place;
flat in vec4 shaft;
flat in vec3 head;
flat in vec3 ink;
flat in vec2 heights;
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

void main() {
    float base = to_base();
    float shape = min(to_shaft(), min(to_point(), base));
    float inside = clamp(0.5 - shape, 0.0, 1.0);
    float rim = clamp(2.0 - shape, 0.0, 1.0) * 0.45;  // a thin dark edge, to be read on any ground
    float under = clamp(0.5 - base, 0.0, 1.0) * head.z;
    vec3 shade = ink * mix(1.0, 0.62, under);
    float alpha = inside + rim * (1.0 - inside);
    // What only the floor hides is seen through it better than what a body hides.
    bool below = mix(heights.x, heights.y, clamp(place.x / max(shaft.y, 1e-3), 0.0, 1.0)) < 0.0;
    color = vec4(shade * inside / max(alpha, 1e-4), alpha * in_sight(below ? 0.55 : 0.25));
}
