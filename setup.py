"""Install the folders of the repository under one import name: `envs` becomes `mailwing.envs`, and so on."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setuptools import find_packages, setup
from setuptools.command.editable_wheel import editable_wheel

ROOMS = ("agents", "cli", "configs", "envs", "evaluation", "training")

FINDER_FIRST = (
    "import sys; "
    "sys.meta_path.sort(key=lambda each: not getattr(each, '__module__', '').startswith('__editable___mailwing_'))\n"
)


class FinderFirst:
    """An editable install whose finder of mailwing is asked before the folders of `sys.path` are searched.

    Else a clone that lies beside a program, a folder `mailwing` without `__init__.py`, would be taken for the package.
    """

    def __init__(self, strategy: Any) -> None:
        self.strategy = strategy

    def __enter__(self) -> "FinderFirst":
        self.strategy.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.strategy.__exit__(*error)

    def __call__(self, wheel: Any, files: list[str], mapping: Mapping[str, str]) -> None:
        """Write the install; Python reads path files in the order of their names, so `__editable__…` before ours."""
        self.strategy(wheel, files, mapping)
        wheel.writestr("mailwing_finder_first.pth", FINDER_FIRST)


class EditableWheel(editable_wheel):
    """`pip install --editable`."""

    def _select_strategy(self, *arguments: Any) -> Any:
        return FinderFirst(super()._select_strategy(*arguments))


RELATIVE = r"\((?!https?://|#|mailto:)([^)\s]+)\)"


def published(readme: str, address: str) -> str:
    """The README as a package index can show it, where the files beside it are not.

    Args:
        readme: the text.
        address: where the repository is, such as `https://github.com/OWNER/mailwing/blob/main`; then links and images
            lead there. Empty: it is nowhere yet; links become plain words and images are left out.
    """
    if not address:
        readme = re.sub(rf"^!\[[^\]]*\]{RELATIVE}\n+", "", readme, flags=re.MULTILINE)
        return re.sub(rf"\[([^\]]*)\]{RELATIVE}", r"\1", readme)
    raw = address.replace("/blob/", "/raw/")
    readme = re.sub(rf"(!\[[^\]]*\]){RELATIVE}", rf"\1({raw}/\2)", readme)
    return re.sub(rf"((?<!!)\[[^\]]*\]){RELATIVE}", rf"\1({address}/\2)", readme)


root = Path(__file__).parent
settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mailwing"]
readme = published((root / "README.md").read_text(encoding="utf-8"), settings["address"])

packages = ["mailwing"]
package_dir = {"mailwing": "mailwing"}
for room in ROOMS:
    package_dir[f"mailwing.{room}"] = room
    packages.append(f"mailwing.{room}")
    packages += [f"mailwing.{room}.{inner}" for inner in find_packages(room)]

setup(
    packages=packages,
    package_dir=package_dir,
    cmdclass={"editable_wheel": EditableWheel},
    long_description=readme,
    long_description_content_type="text/markdown",
)
