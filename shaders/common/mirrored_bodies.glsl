// Simple shapes of polished bodies, in which these see one another: balls, rods with round ends, and flat rings.
// BALLS, RODS, RINGS: their numbers are known to the compiler, because loops of software OpenGL cost as much as what is in
// them. One after another: of balls and rods one end xyz, radius; from there to the other end xyz; of rings the centre
// xyz, mean radius; the axis from there to one face xyz, half the width of a face. Then of each the reflectance rgb.
const int SHAPES = BALLS + RODS + RINGS;
layout(std140) uniform MirroredBodies { vec4 mirrored[3 * SHAPES]; };

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

#if RINGS
// Where a ray meets a ring: how far along it, how far within the edges there, and the normal.
struct Met {
    float t;
    float inside;
    vec3 normal;
};

// Returns where a ray first meets a ring, or comes nearest to one of its three sides that it can see.
Met met_ring(vec3 place, vec3 ray, vec4 ring, vec4 axis) {
    float half_height = length(axis.xyz), least = 0.05 * half_height;
    vec3 u = axis.xyz / half_height, from = place - ring.xyz;
    float z = dot(from, u), rise = dot(ray, u), a = max(1.0 - rise * rise, 1e-4);
    float b = dot(from, ray) - z * rise, aside2 = dot(from, from) - z * z;
    vec2 wall = ring.w + vec2(axis.w, -axis.w), under = b * b - a * (aside2 - wall * wall);
    vec2 t = (vec2(-b) + vec2(-1.0, 1.0) * sqrt(max(under, 0.0))) / a;  // the outer wall from outside, the inner from inside
    vec2 inside = mix(vec2(-1e9), half_height - abs(z + t * rise), greaterThan(min(under, t - least), vec2(0.0)));
    float slope = abs(rise) > 1e-4 ? rise : 1e-4, face = -(sign(slope) * half_height + z) / slope;
    // The distance from the edges, by squares: exact at both, and nearly so between and beside them.
    float out2 = aside2 + face * (2.0 * b + a * face);
    float within = axis.w - abs(out2 - dot(vec2(ring.w, axis.w), vec2(ring.w, axis.w))) / (2.0 * ring.w);
    within = face > least ? within : -1e9;
    // Of what it meets the nearest, and beside the ring what it passes most closely.
    bool far = inside.y > 0.0 ? inside.x < 0.0 || t.y < t.x : inside.y > inside.x;
    Met side = Met(far ? t.y : t.x, far ? inside.y : inside.x, vec3(0.0));
    bool flat_side = within > 0.0 ? side.inside < 0.0 || face < side.t : within > side.inside;
    vec3 out_from = from + ray * side.t;
    out_from = (out_from - u * dot(out_from, u)) * (far ? -1.0 : 1.0);
    return Met(flat_side ? face : side.t, flat_side ? within : side.inside, flat_side ? -sign(slope) * u : normalize(out_from));
}
#endif

// Returns the number of the nearest of the first `count` shapes in the cone of half angle 2 * alpha about a ray, -1 for
// none. No convex body that the ray leaves is ahead of it.
int body_ahead(vec3 place, vec3 ray, float alpha, const int count) {
    float nearest = 1e9;
    int found = -1;
    for (int i = 0; i < count; i++) {
        vec4 end = mirrored[3 * i];
        float t, least = 0.02 * end.w, apart, reach = 0.0;  // apart - reach: from its surface, if squared both
        if (i < BALLS) {
            vec3 way = end.xyz - place;
            t = dot(ray, way);
            apart = dot(way, way) - t * t;
            reach = end.w + 2.0 * alpha * t;
            reach *= reach;
        } else if (i < BALLS + RODS) {
            vec4 c = closest(place, ray, end.xyz, mirrored[3 * i + 1].xyz);
            t = c.x;
            apart = c.z;
            reach = end.w + 2.0 * alpha * t;
            reach *= reach;
        } else {
#if RINGS
            Met met = met_ring(place, ray, end, mirrored[3 * i + 1]);
            t = met.t;
            least = 0.0;
            apart = -met.inside;
            reach = 2.0 * alpha * t;
#endif
        }
        bool ahead = t > least && apart < reach && t < nearest;
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
#if RINGS
    if (shape >= BALLS + RODS) {
        vec4 axis = mirrored[3 * shape + 1];
        Met met = met_ring(place, ray, end, axis);
        float wide = 2.0 * alpha * met.t + 1e-3 * end.w;
        // Where two sides meet, each is whole.
        float cover = smoothstep(-wide, 0.2 * wide, met.inside) * min(min(axis.w, length(axis.xyz)) / wide, 1.0);
        vec3 metal = fresnel(saturate(-dot(met.normal, ray)), mirrored[3 * shape + 2].rgb);
        float lit = smoothstep(-0.1, 0.3, dot(met.normal, to_light.xyz)), spread = alpha * (2.0 + 2.0 * met.t / end.w);
        return Image(cover, place + ray * met.t, reflect(ray, met.normal), min(spread, 1.0), metal, lit);
    }
#endif
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
