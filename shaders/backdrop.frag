#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/stage.glsl"
#if VOID || HDR
in vec3 light;
#else
in vec3 root;
#endif
#if VOID
in vec3 direction;
#else
#include "common/studio_room.glsl"
in vec2 room_place;
#endif
out vec4 color;

void main() {
#if VOID
    color = developed(light + horizon(direction.z));
#elif HDR
    vec3 share = room(room_place);
    color = developed(light * (share * share));
#else
    color = vec4(curved_roots(root * room(room_place)) + dither(gl_FragCoord.xy) / 255.0, 1.0);
#endif
}
