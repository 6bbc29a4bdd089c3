in float side;
flat in float half_drawn;
in vec4 ink;
out vec4 color;

void main() { color = vec4(ink.rgb, ink.a * clamp(half_drawn + 0.5 - abs(side), 0.0, 1.0)); }
