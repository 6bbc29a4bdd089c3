// Simple shapes of polished bodies, in which these see one another: rods with round ends; a ball is one without length.
// BALLS, RODS: their numbers are known to the compiler, because loops of software OpenGL cost as much as what is in them.
layout(std140) uniform MirroredBodies {
    vec4 mirrored[3 * (BALLS + RODS)];  // balls first: one end xyz, radius; from there to the other end xyz; reflectance rgb
};

// Returns how far along a ray from a place it is closest to the axis of a rod; where on the axis, 0 to 1; the distance
// there, squared; and the length of the axis that the ray sees, squared (Ericson, "Real-Time Collision Detection", 5.1.9).
vec4 closest(vec3 place, vec3 ray, vec3 end, vec3 axis) {
    vec3 from = place - end;
    float length2 = dot(axis, axis), along = dot(axis, ray), back = dot(ray, from);
    float aside2 = length2 - along * along;
    float s = saturate((dot(axis, from) - along * back) / max(aside2, 1e-4 * length2 + 1e-12));
    float t = s * along - back;
    vec3 apart = from + ray * t - axis * s;
    return vec4(t, s, dot(apart, apart), aside2);
}

// Returns the number of the nearest shape in the cone of half angle 2 * alpha about a ray, -1 for none. No convex body that
// the ray leaves is ahead of it.
int body_ahead(vec3 place, vec3 ray, float alpha) {
    float nearest = 1e9;
    int found = -1;
    for (int i = 0; i < BALLS + RODS; i++) {
        vec4 end = mirrored[3 * i];
        float t, apart2;
        if (i < BALLS) {
            vec3 way = end.xyz - place;
            t = dot(ray, way);
            apart2 = dot(way, way) - t * t;
        } else {
            vec4 c = closest(place, ray, end.xyz, mirrored[3 * i + 1].xyz);
            t = c.x;
            apart2 = c.z;
        }
        float reach = end.w + 2.0 * alpha * t;
        bool ahead = t > 0.02 * end.w && apart2 < reach * reach && t < nearest;
        nearest = ahead ? t : nearest;
        found = ahead ? i : found;
    }
    return found;
}

// What a cone about a ray sees of a shape: the share that it fills, and how the light comes there from elsewhere.
struct Image {
    float cover;
    vec3 place;   // on the shape
    vec3 ray;     // mirrored there
    float alpha;  // of the cone after it
    vec3 color;   // reflectance
    float lit;    // share of the lamp that its surface faces
};

Image image_of(int shape, vec3 place, vec3 ray, float alpha) {
    vec4 end = mirrored[3 * shape];
    vec3 axis = mirrored[3 * shape + 1].xyz;
    vec4 c = closest(place, ray, end.xyz, axis);
    float radius = end.w, t = c.x, wide = 2.0 * alpha * t + 1e-3 * radius, length2 = dot(axis, axis);
    float cover = smoothstep(-wide, wide, radius - sqrt(c.z)) * min(radius / wide, 1.0) * smoothstep(0.02, 0.08, t / radius);
    float slant = length2 > 0.0 ? max(c.w / length2, 0.04) : 1.0;
    vec3 hit = place + ray * (t - sqrt(max(radius * radius - c.z, 0.0) / slant));
    vec3 n = normalize(hit - end.xyz - axis * saturate(dot(hit - end.xyz, axis) / max(length2, 1e-12)));
    float spread = alpha * (2.0 + 2.0 * t / radius);  // a curved mirror spreads the cone, and is as rough itself
    vec3 metal = fresnel(saturate(-dot(n, ray)), mirrored[3 * shape + 2].rgb);
    return Image(cover, hit, reflect(ray, n), min(spread, 1.0), metal, smoothstep(-0.1, 0.3, dot(n, to_light.xyz)));
}
