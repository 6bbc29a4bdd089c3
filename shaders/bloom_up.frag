// Enlarges a copy of bloom to twice its size, softly, and adds it to what is there, or to what LAST reads.
in vec2 uv;
out vec4 color;

uniform sampler2D picture;
uniform vec2 pixel;
#if LAST
uniform sampler2D bloom_map;
#endif

vec3 at(float x, float y) { return textureLod(picture, uv + vec2(x, y) * pixel, 0.0).rgb; }

void main() {
    color = vec4(0.25 * (at(1.5, 0.5) + at(-0.5, 1.5) + at(-1.5, -0.5) + at(0.5, -1.5)), 1.0);
#if LAST
    color.rgb += texelFetch(bloom_map, ivec2(gl_FragCoord.xy), 0).rgb;
#endif
}
