// Reflection of light by surfaces. Cook-Torrance with the GGX distribution; environment light by the split
// sum (Karis, "Real Shading in Unreal Engine 4", 2013) and spherical harmonics (Ramamoorthi, Hanrahan 2001).
uniform sampler3D environment_map;  // azimuth, polar angle, roughness; a: share of the lamp, but for a field's sun
uniform sampler2D reflectance;  // cosine of the angle to the eye, roughness (tools/assets/make_reflectance.py)

float ggx(float n_h, float alpha) {
    float a2 = alpha * alpha;
    float f = (n_h * a2 - n_h) * n_h + 1.0;
    return a2 / (PI * f * f);
}

float masking(float n_v, float n_l, float alpha) {
    return 0.5 / max(mix(2.0 * n_l * n_v, n_l + n_v, alpha), 1e-4);
}

vec3 fresnel(float cosine, vec3 f0) {
    float m = 1.0 - cosine;
    float m2 = m * m;
    return f0 + (1.0 - f0) * (m2 * m2 * m);
}

// Returns the share of the environment's light reflected to the eye. What facets send on to other facets comes out after
// more reflections, so that white metal loses nothing (Fdez-Aguera, "A multiple-scattering microfacet model for real-time
// image based lighting", 2019).
vec3 environment_share(vec3 f0, float roughness, float n_v) {
    vec2 once = textureLod(reflectance, vec2(n_v, roughness), 0.0).rg;
    vec3 mean = f0 + (1.0 - f0) / 21.0;
    return (f0 * once.x + once.y) / (1.0 - (1.0 - once.x - once.y) * mean);
}

vec4 environment_and_lamp(vec3 direction, float roughness) {
    vec2 at = vec2(atan(direction.y, direction.x) * (0.5 / PI) + 0.5, acos(clamp(direction.z, -1.0, 1.0)) / PI);
#if FIELD
    at.x -= day_sun.w;
    vec4 light = textureLod(environment_map, vec3(at, (roughness * 5.0 + 0.5) / 6.0), 0.0);
    return vec4(light.rgb * day_sky.rgb, light.a);
#else
    return textureLod(environment_map, vec3(at, (roughness * 5.0 + 0.5) / 6.0), 0.0);
#endif
}

vec3 environment(vec3 direction, float roughness) { return environment_and_lamp(direction, roughness).rgb; }

// Returns the same where only a share of the lamp is seen. A field's light is without the sun.
vec3 environment(vec3 direction, float roughness, float sunlit_share) {
    vec4 light = environment_and_lamp(direction, roughness);
#if FIELD
    return light.rgb;
#else
    return light.rgb * (1.0 - light.a * (1.0 - sunlit_share));
#endif
}

vec3 irradiance(vec3 n) {
    vec3 sum = irradiance_terms[0].rgb + irradiance_terms[1].rgb * n.y + irradiance_terms[2].rgb * n.z
             + irradiance_terms[3].rgb * n.x + irradiance_terms[4].rgb * (n.x * n.y)
             + irradiance_terms[5].rgb * (n.y * n.z) + irradiance_terms[6].rgb * (3.0 * n.z * n.z - 1.0)
             + irradiance_terms[7].rgb * (n.x * n.z) + irradiance_terms[8].rgb * (n.x * n.x - n.y * n.y);
    return max(sum, 0.0);
}

// Returns how open the sky is at a point between the first `count` occluding spheres (Quilez, "Sphere ambient occlusion").
float openness(vec3 point, vec3 n, int count) {
    const float little = 0.08;  // smaller occlusion counts as none, so that the reach is finite (MIN_HIDDEN, floor_shadows.py)
    float open = 1.0;
    for (int i = 0; i < count; i++) {
        vec3 towards = occluders[i].xyz - point;
        float radius2 = occluders[i].w * occluders[i].w;
        float nearness = inversesqrt(max(dot(towards, towards), radius2));  // within a sphere as on it
        float hidden = max(dot(n, towards), 0.0) * radius2 * nearness * nearness * nearness;
        open *= 1.0 - 0.9 / (1.0 - little) * max(min(hidden, 0.98) - little, 0.0);
    }
    return open;
}

float openness(vec3 point, vec3 n) { return openness(point, n, int(to_light.w)); }
