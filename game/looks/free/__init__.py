"""The look of the free body, and Poinsot's construction."""
