// The air over the field, and the woods at its end.

// The zones of the land (field.vert).
#define FAR 1
#define MEADOW 2
#define LINED 3
#define SHADED 4

const float LAND = 1536.0;      // after how far the plots repeat [m] (game/looks/places/parcels.py)
const float LAND_DEPTH = 9.25;  // how often the side of their picture can be halved
const float AROUND = 150.0;     // how far the meadow goes on round the measured field [m]
const float LINE_MARGIN = 0.5;  // round the lines on the ground [m]
const float LIFTED = 1e-6;      // how far one part is before the next, in the range of depths

// Returns the distance from the meadow [m].
float beyond_meadow(vec2 at) {
    return length(at - vec2(0.5 * chalk_lines.z, 0.0)) - 0.62 * chalk_lines.z - AROUND;
}

// Returns the light of the air in between, and of the sky just above the horizon.
vec3 haze(vec3 direction) {
    float near_sun = 0.5 + 0.5 * dot(normalize(direction.xy + 1e-6), normalize(to_light.xy));
    // Towards the sun it is sunlight that the air near the ground sends on.
    return mix(vec3(0.43, 0.535, 0.66) * day_sky.rgb, vec3(0.66, 0.64, 0.60) * sqrt(day_sky.rgb * day_sun.rgb), near_sun * near_sun);
}

// Returns the share of light that the air lets through.
float clear_air(float distance_) { return exp(-distance_ * ground.w); }

// Returns the colour of the woods where the land meets the sky.
vec3 far_woods(vec3 direction, float shade) { return mix(haze(direction), vec3(0.036, 0.056, 0.018) * day_ground.rgb * shade, 0.48); }

// Returns the sheen of grass: it glows against the sun and darkens away from it.
float sheen_of(vec3 to_eye) {
    float against = dot(to_eye.xy, to_light.xy);
    return (1.0 - to_eye.z) * (0.22 * against * against - 0.18 * against);
}
