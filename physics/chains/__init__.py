"""Chains of links and bodies on joints: equations of motion, drawing, and the systems made of them."""
