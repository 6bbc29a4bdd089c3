"""Keeping what is seen: screenshots and videos. Import it only when something is to be kept: av is heavy."""
