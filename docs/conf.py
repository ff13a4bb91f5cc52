"""How the documentation is built: Sphinx with MyST and Furo, and nothing from outside."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from openfelt import __version__

project = "openfelt"
author = "The openfelt authors"
copyright = "the openfelt authors, MIT licence"  # noqa: A001 - Sphinx's name
version = release = __version__

extensions = ["myst_parser", "clauses", "inventory", "no_outside"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = True
exclude_patterns = ["_build", "_ext"]

html_theme = "furo"
html_title = "openfelt"
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["_static"]
html_extra_path = ["../web/src/openapi.json"]
html_css_files = ["openfelt.css"]
# Furo links to a page's source only where a repository is named; none is, so a page needs nothing but this site.
html_theme_options = {"navigation_with_keys": True}
