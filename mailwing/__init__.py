"""mailwing: board games about the first air-mail lines as reinforcement-learning environments.

Importing it enters the games into the registries of Gymnasium and PettingZoo; everything else is in `mailwing.envs`,
`mailwing.agents`, `mailwing.evaluation` and `mailwing.training`.
"""

from .registries import announce_all as _announce_all

__version__ = "0.1.0"

_announce_all()
