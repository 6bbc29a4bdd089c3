// Brightens the visible floor `light` times, and so its displayed value by about the root of that.
in vec3 light;
out vec4 color;

void main() {
#if HDR
    color = vec4(light, 0.0);
#else
    color = vec4(sqrt(1.0 + light) - 1.0, 0.0);
#endif
}
