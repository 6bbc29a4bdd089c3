// Uniforms that all passes of one picture share. Lengths are metres, matrices act on column vectors.
layout(std140) uniform Frame {
    mat4 view_projection;
    mat4 view_projection_inverse;
    mat4 light_projection;  // world to shadow map
    vec4 eye;               // xyz; w: exposure
    vec4 to_light;          // xyz, unit; w: number of occluders
    vec4 sunlight;          // rgb; w: size of a shadow texel
    vec4 screen;            // width, height of the scene in pixels, and their inverses
    vec4 stage;             // middle of the lit floor x, y; studio: radius of the table's top, and to where its side is seen
    vec4 depths;            // radius of the pool of light; far plane; 1 where what is seen aslant is blurred
                            // both ways; how many times larger than shown it is drawn
    vec4 wood;              // floor tiles per metre along and across, grid: fine and coarse spacing
    vec4 ground;            // field: radius of trampled earth, tiles of grass per metre, how far land goes, haze 1/m
    vec4 chalk_lines;       // field: fine and coarse spacing, reach, half width; studio: z above 0 for clear bodies on the
                            // table, w the radius of the mirror in it, or 0
    vec4 occluders[8];      // spheres xyz r
    vec4 irradiance_terms[9];
    vec4 window;            // corner of this part of a picture [pixels]; width and height of the whole, in those of the part
    vec4 table;             // studio: colour of its table; lightness of the rims of lines
    vec4 wall;              // light of the wall behind what is looked at; how fast it falls off aside
    vec4 near_table;        // light of the table on the wall; 1 / radius of the lit table, over that of the library
    vec4 dim;               // light of all walls; how fast that behind what is looked at falls off upwards
    vec4 beyond;            // shares of the lamp's and all other light outside of the lit table, and of what it mirrors
                            // there and within
    vec4 grid_lines;        // by how much the lines of the scale are brighter than the table; opacity of dark ones
    vec4 day_sun;           // field: share of the usual light of the sun, at this hour of the day; turns by which it is farther
                            // round than usual, and with it all that is painted in its light
    vec4 day_sky;           // share of the usual light of the sky; 1 where the hour is not the usual one
    vec4 day_ground;        // share of the usual light on the ground
};

const float PI = 3.14159265;

float saturate(float x) { return clamp(x, 0.0, 1.0); }

// Returns the place of a point in the shadow map, moved off its surface by more than a texel.
vec3 shadow_place(vec3 point, vec3 n) {
    return (light_projection * vec4(point + n * (1.6 * sunlight.w), 1.0)).xyz * 0.5 + 0.5;
}
