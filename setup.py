"""Install the folders of the repository under one import name: `envs` becomes `mailwing.envs`, and so on."""

from collections.abc import Mapping
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


packages = ["mailwing"]
package_dir = {"mailwing": "mailwing"}
for room in ROOMS:
    package_dir[f"mailwing.{room}"] = room
    packages.append(f"mailwing.{room}")
    packages += [f"mailwing.{room}.{inner}" for inner in find_packages(room)]

setup(packages=packages, package_dir=package_dir, cmdclass={"editable_wheel": EditableWheel})
