noperspective in float side;
noperspective in float half_drawn;
flat in vec3 shade;
noperspective in float cover;
out vec4 color;

void main() { color = vec4(shade, cover * clamp(half_drawn + 0.5 - abs(side), 0.0, min(2.0 * half_drawn, 1.0))); }
