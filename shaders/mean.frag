// The mean of the light of several moments: adds one of them, or applies the film curve to the sum (FINISH). Without
// half floats the moments are finished pictures, from which the curve is taken back first.
#include "common/frame.glsl"
#include "common/display.glsl"
out vec4 color;

uniform sampler2D picture;
#if !FINISH
uniform float weight;
#endif

void main() {
    vec3 here = texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb;
#if FINISH && HDR
    color = vec4(display(here, gl_FragCoord.xy), 1.0);
#elif FINISH
    color = vec4(curved(here), 1.0);  // dithered already
#elif HDR
    color = vec4(here * weight, 1.0);
#else
    color = vec4(undisplayed(here) * weight, 1.0);
#endif
}
