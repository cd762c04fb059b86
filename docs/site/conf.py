"""Sphinx settings of the documentation site (`make site`).

The source folder is the root of the repository, so that pages outside of `docs/` (README, CONTRIBUTING, benchmarks) are
part of the site as they are, and links between them are the same here as on a code host. `index.md` beside this file is
the front page.
"""

import sys
import tomllib
from pathlib import Path

from mailwing import __version__

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

project = "mailwing"
version = release = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "source_links", "docstrings"]
root_doc = "docs/site/index"
include_patterns = ["*.md", "docs/**.md", "benchmarks/*.md", "examples/own_game/README.md"]
exclude_patterns = [".*", "build", "dist", "runs", "tests", "agents", "envs", "configs", "**/node_modules"]
nitpicky = True
# Signatures name types of numpy, Gymnasium and private modules, whose pages are not here. Links in text are checked.
nitpick_ignore_regex = [("py:.*", ".*")]

source_address = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mailwing"]["address"]

# The anchors of headings are those of a code host.
myst_heading_anchors = 4
# A program that fails stops the build.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_execution_timeout = 120
nb_execution_in_temp = True
# Lines of the log, such as that a game is being compiled.
nb_output_stderr = "remove"

# Docstrings are written as Google's, with single backticks around code.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
napoleon_numpy_docstring = False
# As a plain list: Sphinx would look the names of attributes up, and link them to others of the same name.
napoleon_custom_sections = [("Attributes", "params_style")]
napoleon_use_rtype = False
maximum_signature_line_length = 100
add_module_names = False

html_theme = "furo"
html_title = f"mailwing {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
# The front page lies in a folder, as in the repository; this file at the root leads to it.
templates_path = ["templates"]
html_additional_pages = {"index": "front.html"}
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
