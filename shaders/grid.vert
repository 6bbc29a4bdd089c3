// Lines on the floor, each a strip somewhat wider than the line is on the screen.
#include "common/frame.glsl"
in vec3 in_line;  // which line, from the middle; how far along, -1 to 1; the side of the line, -1 or 1
in vec2 in_kind;  // along x or along y: 0, 1; fine or coarse: 0, 1

out float offset;    // from the middle of the line [m]
out float strength;
flat out float half_width;
out vec2 place;         // on the floor [m]

void main() {
    float spacing = mix(wood.z, wood.w, in_kind.y), reach = float(LINES) * spacing;
    half_width = spacing * mix(0.0055, 0.0038, in_kind.y);
    vec2 along = vec2(1.0 - in_kind.x, in_kind.x), across = along.yx, middle = round(stage.xy / spacing) * spacing;
    vec2 point = middle + along * (reach * in_line.y) + across * (spacing * in_line.x);
    vec4 at = view_projection * vec4(point, 0.0, 1.0);
    // Pixels for each metre across, square to the line as it is seen.
    vec4 side = view_projection * vec4(across, 0.0, 0.0), way = view_projection * vec4(along, 0.0, 0.0);
    float depth = max(at.w, 1e-3 * reach);
    vec2 seen_side = (side.xy - at.xy * (side.w / depth)) * screen.xy;
    vec2 seen_way = (way.xy - at.xy * (way.w / depth)) * screen.xy;
    float turned = abs(seen_side.x * seen_way.y - seen_side.y * seen_way.x) / max(length(seen_way), 1e-9);
    float pixel = 2.0 * depth / max(turned, 1e-9);
    float out_ = distance(point, stage.xy) / reach;
    strength = (1.0 - smoothstep(0.25, 1.0, out_)) * saturate(0.2 * spacing / pixel - 0.6) * mix(0.55, 1.0, in_kind.y);
    // As wide as it is drawn (grid.frag), and of zero width where it is invisible, so that no pixel is filled.
    float wide = min(max(half_width + 0.6 * pixel, 1.1 * pixel), 0.5 * spacing);
    offset = strength > 0.0 ? in_line.z * wide : 0.0;
    place = point + across * offset;
    gl_Position = view_projection * vec4(place, 0.0, 1.0);
    gl_Position.z -= 1e-5 * gl_Position.w;
}
