"""Recording of screenshots and videos. Import it only when needed: av is heavy."""
