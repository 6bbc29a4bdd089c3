#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/stage.glsl"
in vec3 direction;
out vec4 color;

void main() { color = developed(backdrop(normalize(direction))); }
