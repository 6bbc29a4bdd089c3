"""Looks of chains, ropes and whips, their colours of tension and their sounds."""
