// The end of the passes in half floats: glow, a slight vignette, then what the screen shows.
#include "common/frame.glsl"
#include "common/display.glsl"
in vec2 uv;
out vec4 color;

uniform sampler2D picture;
uniform sampler2D bloom_map;

void main() {
    vec3 light = textureLod(picture, uv, 0.0).rgb + 0.05 * textureLod(bloom_map, uv, 0.0).rgb;
    vec2 off = uv - 0.5;
    color = vec4(display(light * (1.0 - 0.5 * dot(off, off)), gl_FragCoord.xy), 1.0);
}
