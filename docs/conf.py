"""How the documentation is built: Sphinx, Markdown through MyST, the furo theme; nothing is fetched from elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path

from genchal.version import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "genchal"
author = "The genchal developers"
project_copyright = "The genchal developers"
version = release = __version__

extensions = ["myst_parser", "genchal_benchmarks", "genchal_reference"]
exclude_patterns = ["_build", "_ext"]
myst_heading_anchors = 3
nitpicky = True

html_theme = "furo"
html_title = f"genchal {release}"
html_static_path = ["_static"]
html_css_files = ["genchal.css"]
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0f6e5d", "color-brand-content": "#0f6e5d"},
    "dark_css_variables": {"color-brand-primary": "#5cc4ae", "color-brand-content": "#5cc4ae"},
}
highlight_language = "none"
