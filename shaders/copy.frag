in vec2 uv;
out vec4 color;

uniform sampler2D picture;

void main() { color = vec4(textureLod(picture, uv, 0.0).rgb, 1.0); }
