// Simple shapes of polished bodies, in which these see one another: rods with round ends; a ball is one without length.
layout(std140) uniform MirroredBodies {
    vec4 mirrored_count;                    // x
    vec4 mirrored_rods[3 * MIRRORED_RODS];  // one end xyz, radius; the other end xyz; colour of the metal rgb
};

// What a cone about a ray meets: the share of it that a body fills, and how the light comes there from elsewhere.
struct Image {
    float cover;
    vec3 place;   // on the body
    vec3 ray;     // mirrored there
    float alpha;  // half angle of the cone after it [rad]
    vec3 color;   // reflectance
    float lit;    // share of the lamp that its surface faces
};

// Returns the nearest of the first `count` shapes on a ray from a surface, or rather in the cone of half angle 2 * alpha
// into which a rough surface spreads it. No convex body that it comes from is ahead of it.
Image image_in(vec3 place, vec3 ray, float alpha, int count) {
    Image seen = Image(0.0, place, ray, alpha, vec3(0.0), 0.0);
    float nearest = 0.0;
    for (int i = 0; i < count; i++) {
        vec4 end = mirrored_rods[3 * i];
        vec3 axis = mirrored_rods[3 * i + 1].xyz - end.xyz, from = place - end.xyz;
        float length2 = dot(axis, axis), along = dot(axis, ray), back = dot(ray, from);
        // Where ray and axis are closest (Ericson, "Real-Time Collision Detection", 5.1.9).
        float aside2 = length2 - along * along;
        float s = saturate((dot(axis, from) - along * back) / max(aside2, 1e-4 * length2 + 1e-12));
        float t = s * along - back;
        float off = length(from + ray * t - axis * s), radius = end.w;
        float wide = 2.0 * alpha * max(t, 0.0) + 1e-3 * radius;
        float cover = smoothstep(-wide, wide, radius - off) * min(radius / wide, 1.0) * smoothstep(0.02, 0.08, t / radius);
        float rank = cover / max(t, 1e-3 * radius);
        if (rank <= nearest) continue;
        nearest = rank;
        float slant = length2 > 0.0 ? max(aside2 / length2, 0.04) : 1.0;
        vec3 hit = place + ray * (t - sqrt(max(radius * radius - off * off, 0.0) / slant));
        vec3 foot = end.xyz + axis * saturate(dot(hit - end.xyz, axis) / max(length2, 1e-12));
        vec3 n = normalize(hit - foot);
        float cosine = saturate(-dot(n, ray));
        // A curved mirror spreads the cone, and is as rough itself.
        float spread = alpha * (2.0 + 2.0 * max(t, 0.0) / radius);
        vec3 metal = fresnel(cosine, mirrored_rods[3 * i + 2].rgb);
        float lit = smoothstep(-0.1, 0.3, dot(n, to_light.xyz));
        seen = Image(cover, hit, reflect(ray, n), min(spread, 1.0), metal, lit);
    }
    return seen;
}
