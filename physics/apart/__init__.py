"""Systems as machines of bodies and joints, which are compared with them."""
