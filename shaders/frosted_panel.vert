// Panels of glass, in three parts: 0 the shadow round them, 1 their rims and corners, 2 all within, where corners of a
// grid look up the blurred picture.
uniform vec4 points_to_clip;
// From the edge outwards and inwards to where the rim or the shadow ends, and to where the round corners do.
uniform vec3 lines;

in vec2 in_place;
in vec4 in_box;
in float in_opacity;

#if PART == 2
uniform sampler2D glass_map;
noperspective out vec4 tint;
#else
noperspective out vec2 at;
flat out vec4 box;
flat out float opacity;
#endif

// Where the line of this number is, counted from the outermost (0) to that at the other side (5), 2 to 3 in between.
float laid(float number, float low, float high) {
    float nearest = min(number, 5.0 - number);
    float inside = nearest < 1.0 ? mix(-lines.x, lines.y, nearest) : mix(lines.y, lines.z, min(nearest - 1.0, 1.0));
    return number <= 2.0 ? low + inside
        : number >= 3.0 ? high - inside
        : mix(low + lines.z, high - lines.z, number - 2.0);
}

void main() {
    vec2 place = vec2(laid(in_place.x, in_box.x, in_box.z), laid(in_place.y, in_box.y, in_box.w));
    gl_Position = vec4(place * points_to_clip.xy + points_to_clip.zw, 0.0, 1.0);
#if PART == 2
    tint = vec4(textureLod(glass_map, 0.5 * gl_Position.xy + 0.5, 0.0).rgb, in_opacity);
#else
    at = place;
    box = in_box;
    opacity = in_opacity;
#endif
}
