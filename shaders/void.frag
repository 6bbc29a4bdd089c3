// The black mirror under the void, where bodies may be seen in it.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
#include "common/mirror.glsl"
#include "common/stage.glsl"
in vec2 point;
in float middle;
out vec4 color;

void main() {
    vec3 to_eye = normalize(eye.xyz - vec3(point, 0.0));
    vec4 image = mirrored();
    float share = 0.10 + environment_share(vec3(0.04), 0.05, max(to_eye.z, 0.02)).r;
    vec3 empty = backdrop(-to_eye) + horizon(to_eye.z);
    color = developed(mix(empty, image.rgb * share, image.a * middle));
}
