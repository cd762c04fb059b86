"""Check a built site: links inside it lead to a file and an anchor that are there, and nothing is loaded from the net.

    python docs/site/check.py build/site

Links to other sites are not opened.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "object": "data"}
"""Tags and the attribute that names what a browser loads for them."""


class Page(HTMLParser):
    """What one HTML file refers to: `links`, what it `loads`, and the `anchors` that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to."""
        values = {name: value for name, value in attrs if value}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in LOADED and LOADED[tag] in values:
            self.loads.append(values[LOADED[tag]])


def faults_of(folder: Path) -> Iterator[str]:
    """What is wrong with the site in a folder, one line for each thing."""
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(folder.resolve())
        for target in page.loads:
            if urlsplit(target).scheme not in ("", "data") or target.startswith("//"):
                yield f"{name} loads {target}"
            elif not urlsplit(target).scheme and not _file(path, target).exists():
                yield f"{name} loads {target}, which is not there"
        for target in page.links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            file = _file(path, target)
            if not file.exists():
                yield f"{name}: the link {target} leads to nothing"
            elif parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors:
                yield f"{name}: the link {target} leads to no anchor"


def _file(page: Path, target: str) -> Path:
    path = unquote(urlsplit(target).path)
    return (page.parent / path).resolve() if path else page


def main() -> int:
    """Print the faults of the site in the folder that is named; 1 if there are any."""
    folder = Path(sys.argv[1])
    faults = list(faults_of(folder))
    print("\n".join(faults) or f"{folder}: all links inside lead somewhere, nothing is loaded from elsewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
