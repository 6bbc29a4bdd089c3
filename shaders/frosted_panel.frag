out vec4 color;

#if PART == 2
noperspective in vec4 tint;

void main() { color = tint; }
#else
uniform vec3 lines;

noperspective in vec2 at;
flat in vec4 box;
flat in float opacity;

// Returns how far outside a box with round corners this place is [points].
float outside() {
    vec2 away = abs(at - 0.5 * (box.xy + box.zw)) - 0.5 * (box.zw - box.xy) + lines.z;
    return length(max(away, 0.0)) + min(max(away.x, away.y), 0.0) - lines.z;
}

#if PART == 0
uniform vec4 shadow;

void main() {
    float away = outside(), near = clamp(1.0 - away / lines.x, 0.0, 1.0);
    float covered = opacity < 1.0 && away < -1.0 ? 0.0 : 1.0;  // below glass that fades it would darken the corners
    color = vec4(shadow.rgb, shadow.a * near * near * opacity * covered);
}
#else
uniform sampler2D glass_map;
uniform vec4 edge;
// Size of a pixel of the target, in widths and heights of it, and the number of pixels in a point.
uniform vec3 pixel;

void main() {
    float away = outside() * pixel.z, width = 0.5 * max(pixel.z, 1.0);
    float line = clamp(0.5 + width - abs(away + width), 0.0, 1.0);
    vec3 glass = textureLod(glass_map, gl_FragCoord.xy * pixel.xy, 0.0).rgb;
    color = vec4(mix(glass, edge.rgb, edge.a * line), clamp(0.5 - away, 0.0, 1.0) * opacity);
}
#endif
#endif
