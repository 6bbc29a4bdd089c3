// The mean of several pictures: adds one of them as light, or turns the sum into a picture (FINISH).
out vec4 color;

uniform sampler2D picture;
#if !FINISH
uniform float weight;
#endif

void main() {
    vec3 here = texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb;
#if FINISH
    color = vec4(sqrt(here), 1.0);
#else
    color = vec4(here * here * weight, 1.0);
#endif
}
