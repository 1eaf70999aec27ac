"""Renderers of tables."""
