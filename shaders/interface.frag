uniform sampler2D interface_map;
in vec2 uv;
in vec4 tint;
out vec4 color;

void main() { color = tint * texture(interface_map, uv); }
