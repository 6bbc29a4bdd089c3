// Blends the blurred scene over the sharp one where a pixel is out of focus or behind something blurred.
#include "common/half_depth.glsl"
in vec2 uv;
out vec4 color;

uniform sampler2D picture;
uniform sampler2D depth_map;
uniform vec3 spread;

void main() {
    float depth = ahead(texelFetch(depth_map, ivec2(gl_FragCoord.xy), 0).r);
    float far = min(abs(spread.x * (depth - spread.y) / depth), spread.z);
    vec4 blurred = textureLod(picture, uv, 0.0);
    color = vec4(blurred.rgb, max(smoothstep(0.25, 1.0, far), blurred.a));
}
