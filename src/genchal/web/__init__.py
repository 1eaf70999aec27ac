"""The raters' web app."""
