"""Reading what a data pack says of companies: their designs, their instrument panel and their pilots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.packs import PackTable, nearest
from .limits import (
    CARGO_LABELS,
    COMPANIES,
    CONTINENT_LABELS,
    DESIGNS,
    LEGENDS,
    LEVELS,
    LINES,
    MAX_CAPACITY,
    MAX_GAUGE,
    MAX_SEATS,
    MAX_TOKENS,
    RANK_LABELS,
    RECORD_LABELS,
    STARTING_DESIGNS,
    STRIPS_PER_CONTINENT,
    Legend,
    labels_of,
)
from .names import spell
from .read_map import number_of
from .state import MAX_PILOTS

if TYPE_CHECKING:
    from .tables import Tables

NO_RECORD = -1
"""Record of a starting design."""

MAX_BONUS = 3
"""The most that a rank, or a feat, adds to a die."""


def read_companies(t: Tables, file: PackTable, cities: dict[str, int]) -> None:
    """Companies and their designs; `cities` are the numbers of the map's cities."""
    companies: dict[str, int] = {}
    opening = []
    for company, entry in enumerate(file.tables("company", COMPANIES, COMPANIES)):
        name = entry.text("name")
        if name in companies:
            raise entry.fault("name", f"there is a company '{name}' already")
        companies[name] = company
        if entry.flag("opens"):
            opening.append(company)
        _read_company(t, company, entry, cities)
    if len(opening) != 1:
        raise file.fault("company", f"one company opens the game, not {len(opening)}")
    t.opens = opening[0]
    if t.five_only.sum() > 1:
        raise file.fault("company", "only one company can be left to games with five players")
    _refuse_too_many_strips(t, file)
    _read_designs(t, file, companies)
    file.done()


def _read_company(t: Tables, company: int, entry: PackTable, cities: dict[str, int]) -> None:
    spell(t.company_name[company], entry.text("name"), entry)
    home = number_of(entry, "city", cities)
    if home in t.home[:company]:
        raise entry.fault("city", f"'{entry.text('city')}' is the starting city of another company")
    t.home[company] = home
    t.home_cubes[company] = entry.integer("cubes", 1, int(t.city_maximum[:, home].min()))
    t.five_only[company] = entry.flag("five_players_only")
    entry.done()


def _refuse_too_many_strips(t: Tables, file: PackTable) -> None:
    """Five players use the most strips: one for each player in a city, one less in a starting city."""
    for continent, label in enumerate(CONTINENT_LABELS):
        cities = (t.continent == continent).sum()
        needed = MAX_SEATS * cities - (t.continent[t.home] == continent).sum()
        if needed > STRIPS_PER_CONTINENT:
            raise file.fault(
                "company", f"five players need {needed} strips of {label}, there are {STRIPS_PER_CONTINENT}"
            )


def _read_designs(t: Tables, file: PackTable, companies: dict[str, int]) -> None:
    found = [0] * COMPANIES
    for entry in file.tables("design", 1, COMPANIES * DESIGNS):
        name = entry.text("company")
        if name not in companies:
            raise entry.fault("company", f"'{name}' is no company of this file{nearest(name, companies)}")
        company = companies[name]
        if found[company] == DESIGNS:
            raise entry.fault("company", f"'{name}' has more than {DESIGNS} designs")
        _read_design(t, company, found[company], entry)
        found[company] += 1
    for name, company in companies.items():
        if found[company] != DESIGNS:
            raise file.fault("design", f"'{name}' must have {DESIGNS} designs, not {found[company]}")


def _read_design(t: Tables, company: int, design: int, entry: PackTable) -> None:
    spell(t.design_name[company, design], entry.text("name"), entry)
    if design < STARTING_DESIGNS:
        if entry.has("record"):
            raise entry.fault("record", f"the first {STARTING_DESIGNS} designs of a company have none, they start")
        t.design_record[company, design] = NO_RECORD
    else:
        t.design_record[company, design] = RECORD_LABELS.index(entry.text("record", RECORD_LABELS))
        t.design_level[company, design] = entry.integer("level", 1, LEVELS)
    t.capacity[company, design] = entry.integer("capacity", 1, MAX_CAPACITY)
    t.icons[company, design] = CARGO_LABELS.index(entry.text("carries", CARGO_LABELS)) + 1
    t.fuel[company, design] = entry.integer("fuel", 1, 9)
    t.range[company, design] = entry.integer("range", 0, LINES)
    t.red_range[company, design] = entry.flag("red")
    entry.done()


def read_panel(t: Tables, file: PackTable) -> None:
    """What a company begins with, the logistics gauge, and the bonus tokens of meetings."""
    start, gauge, tokens = file.table("start"), file.table("gauge"), file.table("tokens")
    t.gauge = gauge.integer("last", 1, MAX_GAUGE)
    t.increase[: t.gauge + 1] = gauge.integers("increase", 0, 9, int(t.gauge) + 1)
    t.start_logistics = start.integer("logistics", 0, int(t.gauge))
    t.start_rookies = start.integer("rookies", 0, MAX_PILOTS // MAX_SEATS)
    t.tokens = tokens.integer("each", 0, MAX_TOKENS)
    t.token_value[:] = tokens.integer("second", 1, 9), tokens.integer("first", 1, 9)
    for table in (start, gauge, tokens, file):
        table.done()


def read_pilots(t: Tables, file: PackTable) -> None:
    """The reserve of pilots, what they add to a die, and the legendary ones."""
    reserve, bonus = file.table("reserve"), file.table("bonus")
    t.rookies = reserve.integer("rookies", 0, MAX_PILOTS)
    if t.rookies < MAX_SEATS * t.start_rookies:
        raise reserve.fault("rookies", f"five companies begin with {MAX_SEATS * t.start_rookies}, there are fewer")
    t.seasoned = reserve.integer("seasoned", 0, MAX_PILOTS // MAX_SEATS)
    t.rank_bonus[:] = [bonus.integer(rank, 0, MAX_BONUS) for rank in RANK_LABELS]
    t.feat_bonus = bonus.integer("feat", 0, MAX_BONUS)
    feats = labels_of(Legend)
    for legend, entry in enumerate(file.tables("legend", LEGENDS, LEGENDS)):
        if entry.text("feat", feats) != feats[legend]:
            raise entry.fault("feat", f"must be '{feats[legend]}': the legendary pilots stand in the order of feats")
        spell(t.legend_name[legend], entry.text("name"), entry)
        entry.done()
    for table in (reserve, bonus, file):
        table.done()
