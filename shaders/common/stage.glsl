// The room: its backdrop, and the floor's look as far as other surfaces mirror it.
uniform sampler2D floor_wood;

vec3 backdrop(vec3 direction) {
    float height = saturate(direction.z * 2.2 + 0.05);
    return mix(vec3(0.052, 0.048, 0.050), vec3(0.010, 0.012, 0.017), height * (2.0 - height));
}

vec3 floor_color(float lightness) {
    return mix(vec3(0.014, 0.005, 0.002), vec3(0.34, 0.160, 0.068), lightness * lightness * 1.1);
}

vec2 floor_place(vec2 point) { return point * wood.xy; }

// Light falls on the middle of the stage; this is how much of it reaches a point of the floor.
float pool(vec2 point) {
    vec2 away = (point - stage.xy) / depths.x;
    return exp(-dot(away, away));
}
