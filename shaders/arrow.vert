// An arrow as a flat shape on the screen: a quad round it, in pixels along and across.
#include "common/frame.glsl"
#include "common/ink.glsl"
in vec4 in_tail;  // xyz, radius of the shaft
in vec3 in_tip;
in vec3 in_color;

out vec2 place;           // along and across, from the tail
flat out vec4 shaft;      // length to the head's base, to the tip, radius at tail and at base
flat out vec3 head;       // radius of its base: across, and as seen along; 1 if the arrow points away
flat out vec3 ink;
flat out vec2 heights;    // of tail and tip above the floor

const float SHAFT = 1.4;  // least radius of the shaft in pixels

float pixels_per_metre(vec4 clip) {
    return 0.5 * canvas.y / clip.w * length(vec3(view_projection[0].y, view_projection[1].y, view_projection[2].y));
}

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
        head = ink = vec3(0.0);
        heights = vec2(0.0);
        return;
    }
    float radius = max(in_tail.w, SHAFT / pixels_per_metre(end));
    float point = min(8.0 * radius, 0.6 * length_);
    vec4 neck = in_front(view_projection * vec4(in_tip - axis * point, 1.0), end);
    vec2 p = to_pixels(start), q = to_pixels(end);
    float reach_ = distance(p, q);
    vec2 ahead = reach_ > 1e-3 ? (q - p) / reach_ : vec2(1.0, 0.0);
    float at_neck = radius * pixels_per_metre(neck), wide = min(2.7 * at_neck, 0.45 * canvas.y);
    float facing = dot(axis, normalize(eye.xyz - in_tip));
    shaft = vec4(dot(to_pixels(neck) - p, ahead), reach_, min(radius * pixels_per_metre(start), wide), at_neck);
    head = vec3(wide, wide * abs(facing), facing < 0.0 ? 1.0 : 0.0);
    ink = in_color;
    heights = vec2(in_tail.z, in_tip.z);

    float margin = wide + 3.0;
    bool far = (gl_VertexID & 1) == 1;
    place = vec2(far ? reach_ + margin : -margin, (gl_VertexID & 2) == 2 ? margin : -margin);
    vec2 corner = p + ahead * place.x + vec2(-ahead.y, ahead.x) * place.y;
    float depth = far ? end.z / end.w : start.z / start.w;
    gl_Position = vec4(corner * 2.0 * canvas.zw, depth, 1.0);
}
