in vec2 uv;
out vec4 color;

uniform sampler2D picture;

void main() {
#if EXACT
    color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
#else
    color = textureLod(picture, uv, 0.0);
#endif
}
