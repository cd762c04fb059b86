"""Links of pages to files that are no pages: they lead to the repository, or are plain text while it has no address.

`setup.py` does the same for the README of a package index.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform


def path_in_repository(root: Path, page: Path, target: str) -> str | None:
    """Where a relative link leads, from the root; None: to nothing that is there.

    Args:
        root: the root of the repository.
        page: the file that has the link.
        target: as the link is written, such as `../../envs/_core/faces/batch.py#L10`.
    """
    path = (page.parent / target.partition("#")[0]).resolve()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) and path.exists() else None


class SourceLinks(SphinxTransform):
    """Replaces the links of one page; those that lead nowhere are left, and MyST warns of them."""

    default_priority = 10

    def apply(self, **_: Any) -> None:
        """Replace the links to files and folders that are no pages."""
        root = Path(self.env.srcdir).resolve()
        page = Path(self.env.doc2path(self.env.docname))
        for link in list(_links(self.document)):
            found = path_in_repository(root, root / page, link["reftarget"])
            if found is not None:
                link.replace_self(shown(self.config.source_address, found, link.children))


def _links(document: nodes.document) -> Iterable[Any]:
    """The links that MyST took for files to download, or could not place."""
    for link in document.findall(addnodes.download_reference):
        if link["reftype"] == "myst":
            yield link
    for link in document.findall(addnodes.pending_xref):
        if link["reftype"] == "myst" and link["refdomain"] is None and link["reftarget"]:
            yield link


def shown(address: str, path: str, words: Iterable[nodes.Node]) -> nodes.Element:
    """A link to the repository, or the words alone."""
    if not address:
        return nodes.inline("", "", *words)
    return nodes.reference("", "", *words, refuri=f"{address}/{path}", internal=False)


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_config_value("source_address", "", "env", str)
    app.add_transform(SourceLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
