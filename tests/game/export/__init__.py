"""Tests of exported pages."""
