// Light of a surface that is known before it is drawn. A material's file sets it.
float own_shade = 1.0;  // share of the sun's light that reaches it, whatever the shadow map says
float own_sky = 1.0;    // share of the sky's light that reaches it
