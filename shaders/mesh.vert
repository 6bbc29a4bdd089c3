#include "common/frame.glsl"
#include "common/lighting.glsl"
#if FIELD
#include "common/field.glsl"
#endif
in vec3 in_position;
in vec3 in_normal;
in vec3 in_surface;     // azimuth in turns, arc length, material
in mat4 in_model;
in vec4 in_tint;        // rgb, roughness
in vec4 in_paint;       // turns blurred, sectors, band from, band to
in vec3 in_light_paint;
in float in_opacity;
in vec3 in_dark_paint;
in float in_extent;      // half the greatest length of the mesh
#if MATERIAL == MATERIAL_LACQUER
in vec4 in_turn;         // rotation vector of one frame, in body axes
flat out vec3 turn;
#endif

centroid out vec3 position;
centroid out vec3 normal;
centroid out vec3 surface;
centroid out vec4 grain;  // place in the wood, in fine spacings of the floor's lines; how far across the grain
flat out vec4 tint;
flat out vec4 paint;
flat out vec3 light_paint;
flat out float opacity;
flat out vec3 dark_paint;
#if PATTERNED
centroid out vec3 place;
flat out float extent;
#endif
#if MATERIAL == MATERIAL_COIN || MATERIAL == MATERIAL_GLASS
flat out vec3 axis_x;
flat out vec3 axis_y;
#endif
#if FIELD || !PATTERNED
out vec3 around;           // light from all round
#endif
#if FIELD
out vec4 air;              // light of the air in front of it; share of the surface's light that passes
centroid out vec3 shaded;  // place in the shadow map: a stone may be too far from the origin to find it in each pixel
#endif
#if MIRROR
out float gl_ClipDistance[1];
#endif
invariant gl_Position;  // drawn twice where only the outermost surface shows

#if MATERIAL == MATERIAL_ROPE || MATERIAL == MATERIAL_LEATHER
const float THIN = 0.7;  // least radius of a rope in pixels: a thinner one would break into dashes

// Returns a point of a rope along z, moved away from its axis as far as is needed to be seen.
vec4 visible_rope(vec4 world) {
    vec3 out_ = mat3(in_model) * vec3(in_position.xy, 0.0);
    float radius = length(out_), depth = (view_projection * world).w;
    float pixel = 2.0 * depth / (screen.y * length(vec3(view_projection[0].y, view_projection[1].y, view_projection[2].y)));
    return world + vec4(out_ * (max(THIN * pixel / max(radius, 1e-9), 1.0) - 1.0), 0.0);
}
#endif

#if MATERIAL == MATERIAL_ENGRAVING
const float LEAST = 0.6;  // half the least width of a line in pixels: a thinner one would break into dots
const float ROOM = 2.5;   // pixels between lines below which those of their kind are left out

struct Line {
    vec4 world;
    float half_width, offset;  // pixels
    float ink;                 // what is left of it
};

// Returns a corner of a line of a dial, moved across it as far as is needed to be drawn with soft edges.
Line visible_line() {
    float angle = 2.0 * PI * fract(in_surface.x), half_ = abs(in_surface.y);
    vec3 along = vec3(cos(angle), sin(angle), 0.0), across = vec3(-along.y, along.x, 0.0);
    vec3 side = mat3(in_model) * across, way = mat3(in_model) * along;
    vec4 middle = in_model * vec4(in_position - in_surface.y * across, 1.0);
#if MIRROR
    const vec4 up = vec4(1.0, 1.0, -1.0, 1.0);
#else
    const vec4 up = vec4(1.0);
#endif
    // Pixels for each unit across, square to the line as it is seen.
    vec4 at = view_projection * (middle * up);
    vec4 right = view_projection * (vec4(side, 0.0) * up), ahead = view_projection * (vec4(way, 0.0) * up);
    float depth = max(at.w, 1e-6);
    vec2 seen_side = (right.xy - at.xy * (right.w / depth)) * screen.xy;
    vec2 seen_way = (ahead.xy - at.xy * (ahead.w / depth)) * screen.xy;
    float turned = abs(seen_side.x * seen_way.y - seen_side.y * seen_way.x) / max(length(seen_way), 1e-9);
    float pixels = 0.5 * turned / depth;
    float drawn = max(half_ * pixels, LEAST), apart = radians(floor(in_surface.x)) * length(in_position.xy) * pixels;
    float ink = half_ * pixels / drawn * saturate(apart - ROOM);
    float offset = ink > 0.0 ? sign(in_surface.y) * (drawn + 0.5) : 0.0;
    return Line(middle + vec4(side * (offset / max(pixels, 1e-9)), 0.0), drawn, offset, ink);
}
#endif

void main() {
    vec4 world = in_model * vec4(in_position, 1.0);
#if MATERIAL == MATERIAL_ENGRAVING
    Line line = visible_line();
    world = line.world;
#endif
#if MATERIAL == MATERIAL_ROPE || MATERIAL == MATERIAL_LEATHER
    world = visible_rope(world);
#endif
    vec3 x = in_model[0].xyz, y = in_model[1].xyz, z = in_model[2].xyz;
    position = world.xyz;
    // The cofactors, which keep normals upright under any stretching.
    normal = mat3(cross(y, z), cross(z, x), cross(x, y)) * in_normal;
    vec3 upright = normalize(normal);
#if FIELD || !PATTERNED
    around = irradiance(upright);
#endif
#if FIELD
    shaded = shadow_place(position, upright);
    vec3 from_eye = position - eye.xyz;
    float clear = clear_air(length(from_eye));
    air = vec4(haze(from_eye) * (1.0 - clear), clear);
#endif
    surface = in_surface;
    grain = vec4(in_position * vec3(length(x), length(y), length(z)) / wood.z, abs(in_normal.z));
#if MATERIAL == MATERIAL_ROPE
    surface.y *= length(z) / max(length(x), 1e-9);  // a longer rope has more lays
#endif
#if MATERIAL == MATERIAL_ENGRAVING
    surface.x = line.ink;
    grain.xy = vec2(line.half_width, line.offset);
#endif
    tint = in_tint;
    paint = in_paint;
    light_paint = in_light_paint;
    opacity = in_opacity;
#if MATERIAL == MATERIAL_LACQUER
    turn = in_turn.xyz;
#endif
    dark_paint = in_dark_paint;
#if PATTERNED
    place = in_position / in_extent;
    extent = in_extent;
#endif
#if MATERIAL == MATERIAL_COIN || MATERIAL == MATERIAL_GLASS
    axis_x = normalize(x);
    axis_y = normalize(y);
#endif
#if MIRROR
    gl_ClipDistance[0] = world.z;
    world.z = -world.z;
#endif
    gl_Position = view_projection * world;
}
