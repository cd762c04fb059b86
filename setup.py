"""Install the folders of the repository under one import name: `envs` becomes `mailwing.envs`, and so on."""

from setuptools import find_packages, setup

ROOMS = ("agents", "cli", "configs", "envs", "evaluation", "training")

packages = ["mailwing"]
package_dir = {"mailwing": "mailwing"}
for room in ROOMS:
    package_dir[f"mailwing.{room}"] = room
    packages.append(f"mailwing.{room}")
    packages += [f"mailwing.{room}.{inner}" for inner in find_packages(room)]

setup(packages=packages, package_dir=package_dir)
