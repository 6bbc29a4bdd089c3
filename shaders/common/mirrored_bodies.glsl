// Simple shapes of polished bodies, in which these see one another: rods with round ends; a ball is one without length.
layout(std140) uniform MirroredBodies {
    vec4 mirrored_count;                    // of balls x, which come first, of all y
    vec4 mirrored_rods[3 * MIRRORED_RODS];  // one end xyz, radius; from there to the other end xyz, radius of a sphere
                                            // about all; colour of the metal rgb
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

// Returns the number of the nearest of so many balls and of all rods in the cone of half angle 2 * alpha about a ray, -1
// for none. No convex body that the ray leaves is ahead of it.
int rod_ahead(vec3 place, vec3 ray, float alpha, ivec2 counts) {
    float nearest = 1e9;
    int found = -1;
    for (int i = 0; i < counts.x; i++) {
        vec4 ball = mirrored_rods[3 * i];
        vec3 way = ball.xyz - place;
        float t = dot(ray, way), reach = ball.w + 2.0 * alpha * t;
        bool ahead = t > 0.02 * ball.w && dot(way, way) - t * t < reach * reach && t < nearest;
        nearest = ahead ? t : nearest;
        found = ahead ? i : found;
    }
    for (int i = counts.x; i < counts.y; i++) {
        vec4 end = mirrored_rods[3 * i], axis = mirrored_rods[3 * i + 1];
        vec3 way = end.xyz + 0.5 * axis.xyz - place;
        float t = dot(ray, way), far = t + axis.w, wide = axis.w + 2.0 * alpha * far;
        // Software OpenGL skips iterations, never branches.
        int near = far > 0.0 && dot(way, way) - t * t < wide * wide ? 1 : 0;
        for (int k = 0; k < near; k++) {
            vec4 c = closest(place, ray, end.xyz, axis.xyz);
            float reach = end.w + 2.0 * alpha * c.x;
            bool ahead = c.x > 0.02 * end.w && c.z < reach * reach && c.x < nearest;
            nearest = ahead ? c.x : nearest;
            found = ahead ? i : found;
        }
    }
    return found;
}

// What a cone about a ray sees of a rod: the share that it fills, and how the light comes there from elsewhere.
struct Image {
    float cover;
    vec3 place;   // on the rod
    vec3 ray;     // mirrored there
    float alpha;  // of the cone after it
    vec3 color;   // reflectance
    float lit;    // share of the lamp that its surface faces
};

Image image_of(int rod, vec3 place, vec3 ray, float alpha) {
    vec4 end = mirrored_rods[3 * rod];
    vec3 axis = mirrored_rods[3 * rod + 1].xyz;
    vec4 c = closest(place, ray, end.xyz, axis);
    float radius = end.w, t = c.x, wide = 2.0 * alpha * t + 1e-3 * radius, length2 = dot(axis, axis);
    float cover = smoothstep(-wide, wide, radius - sqrt(c.z)) * min(radius / wide, 1.0) * smoothstep(0.02, 0.08, t / radius);
    float slant = length2 > 0.0 ? max(c.w / length2, 0.04) : 1.0;
    vec3 hit = place + ray * (t - sqrt(max(radius * radius - c.z, 0.0) / slant));
    vec3 n = normalize(hit - end.xyz - axis * saturate(dot(hit - end.xyz, axis) / max(length2, 1e-12)));
    float spread = alpha * (2.0 + 2.0 * t / radius);  // a curved mirror spreads the cone, and is as rough itself
    vec3 metal = fresnel(saturate(-dot(n, ray)), mirrored_rods[3 * rod + 2].rgb);
    return Image(cover, hit, reflect(ray, n), min(spread, 1.0), metal, smoothstep(-0.1, 0.3, dot(n, to_light.xyz)));
}
