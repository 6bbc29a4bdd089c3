#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/stage.glsl"
#if VOID || HDR
in vec3 light;
#else
in vec3 shown;
#endif
#if VOID
in vec3 direction;
#endif
out vec4 color;

void main() {
#if VOID
    color = developed(light + horizon(direction.z));
#elif HDR
    color = developed(light);
#else
    color = vec4(shown + dither(gl_FragCoord.xy) / 255.0, 1.0);
#endif
}
