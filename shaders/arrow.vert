// An arrow as a quad on the screen, in pixels along and across.
#include "common/overlay.glsl"
in vec4 in_tail;  // xyz, radius of the shaft
in vec3 in_tip;
in vec4 in_color;
in float in_head;  // 0: single, 1: double, 2: hollow; 4 more: the shaft is broken, 8 more: it is double

out vec2 place;           // along and across, from the tail
flat out vec4 shaft;      // length to the head's base, to the tip, radius at tail and at base
flat out vec3 head;       // radius of its base: across, and as seen along; 1 if the arrow points away
flat out vec4 ink;
flat out vec2 heights;    // of tail and tip above the floor
flat out float lamp;      // from which side it is lit, -1 to 1
flat out float kind;      // of the head
flat out vec2 marks;      // 1 where the shaft is broken, and where it is double

const float SHAFT = 1.5, THICK = 4.5;  // least and largest radius of the shaft at its head in pixels
const float POINT = 8.0;  // length of the head, in radii of the shaft
const float WIDE = 2.7;   // its radius
const float LONGEST = 0.6;  // of the arrow, at most; a shorter arrow is thinner, as if it were far away
const float HOLLOW = 1.4;  // length and radius of a hollow head, in those of a filled one

void main() {
    vec3 along = in_tip - in_tail.xyz;
    float length_ = length(along);
    vec3 axis = length_ > 0.0 ? along / length_ : vec3(0.0);
    vec4 end = view_projection * vec4(in_tip, 1.0);
    vec4 start = in_front(view_projection * vec4(in_tail.xyz, 1.0), end);
    place = vec2(0.0);
    if (length_ <= 0.0 || end.w < 1e-6 || start.w < 1e-6) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        shaft = vec4(0.0);
        head = vec3(0.0);
        ink = vec4(0.0);
        heights = vec2(0.0);
        lamp = 0.0;
        kind = 0.0;
        marks = vec2(0.0);
        return;
    }
    float pixel = line_unit() / pixels_per_metre(end);
    float radius = clamp(in_tail.w, SHAFT * pixel, THICK * pixel);
    radius = min(radius, LONGEST / POINT * length_);
    float more = floor(in_head / 4.0);
    kind = in_head - 4.0 * more;
    marks = vec2(mod(more, 2.0), floor(more / 2.0));
    float bigger = kind > 1.5 ? HOLLOW : 1.0;
    float point = POINT * bigger * radius;
    vec4 neck = in_front(view_projection * vec4(in_tip - axis * point, 1.0), end);
    vec2 p = to_pixels(start), q = to_pixels(end);
    float reach_ = distance(p, q);
    vec2 ahead = reach_ > 1e-3 ? (q - p) / reach_ : vec2(1.0, 0.0);
    float at_neck = radius * pixels_per_metre(neck), wide = min(WIDE * bigger * at_neck, 0.45 * canvas.y * window.w);
    float facing = dot(axis, normalize(eye.xyz - in_tip));
    shaft = vec4(dot(to_pixels(neck) - p, ahead), reach_, min(radius * pixels_per_metre(start), wide), at_neck);
    head = vec3(wide, wide * abs(facing), facing < 0.0 ? 1.0 : 0.0);
    vec3 to_eye = normalize(eye.xyz - in_tail.xyz), side = cross(axis, to_eye);
    side = dot(side, side) > 1e-9 ? -normalize(side) : vec3(1.0, 0.0, 0.0);
    lamp = dot(to_light.xyz, side);
    lamp /= abs(lamp) + 0.2;
    ink = in_color;
    heights = vec2(in_tail.z, in_tip.z);

    float margin = max(wide, 11.0 * line_unit() * max(marks.x, 0.3 * marks.y)) + 2.0 + line_unit();
    bool far = (gl_VertexID & 1) == 1;
    place = vec2(far ? reach_ + margin : -margin, (gl_VertexID & 2) == 2 ? margin : -margin);
    vec2 corner = p + ahead * place.x + vec2(-ahead.y, ahead.x) * place.y;
    float depth = far ? end.z / end.w : start.z / start.w;
    gl_Position = vec4(corner * 2.0 * canvas.zw, depth, 1.0);
}
