"""Data sets that `export_games` wrote as Parquet, read back as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from ..envs._core.files import named
from ..envs._core.game import Game
from .data_about import KEY, About, DataSetError
from .data_files import pyarrow
from .trajectories import Trajectories


class DataSet:
    """A data set in a Parquet file.

        data = DataSet("games.parquet")
        decisions = data.read()                       # all of it
        for decisions in data.batches():              # or some games at a time
            data.about.field(decisions.observation, "phase")

    Args:
        path: the file.

    Attributes:
        path: the file.
        about: what it is: game, agents, seed, layout of observations.

    Raises:
        DataSetError: it is no such file, or a damaged one; the message names it.
        OSError: it cannot be read; the error names it.
        ImportError: pyarrow is missing; the message says what installs it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._pa: Any = pyarrow()
        parquet: Any = pyarrow("pyarrow.parquet")
        if self.path.is_dir():
            raise DataSetError(
                f"{path}: is a folder, perhaps a data set of Minari: minari.MinariDataset({str(self.path / 'data')!r})"
            )
        with self._explained():
            self._file = parquet.ParquetFile(self.path, page_checksum_verification=True)
            text = (self._file.schema_arrow.metadata or {}).get(KEY.encode())
        if text is None:
            raise DataSetError(f"{path}: this Parquet file was not written by mailwing")
        try:
            self.about = About.from_json(text)
        except DataSetError as error:
            raise DataSetError(f"{path}: {error}") from None
        self._labels = list(self.about.agents)
        self._check_columns()

    def __len__(self) -> int:
        """Number of decisions."""
        return int(self._file.metadata.num_rows)

    def check_fits(self, game: Game) -> None:
        """Refuse data of another game (DataSetError: the message lists what differs)."""
        wanted = {
            "game": (self.about.game, game.id),
            "rules version": (self.about.version, game.spec.version),
            "layout of observation and actions": (self.about.spec_hash, game.spec_hash),
        }
        differ = [f"{what} {has} instead of {needs}" for what, (has, needs) in wanted.items() if has != needs]
        if differ:
            raise DataSetError(f"{self.path}: this is data of another game: {', '.join(differ)}")

    def read(self, agents: Sequence[str] | None = None) -> Trajectories:
        """All decisions; this takes as much memory as there are (`batches` takes less).

        Args:
            agents: labels of agents: only their decisions; None: those of all.

        Raises:
            DataSetError: there is no such agent, or the file is damaged; the message names it.
        """
        parts = list(self.batches(agents))
        columns: list[Any] = [np.concatenate(column) for column in zip(*parts, strict=True)]
        return Trajectories(*columns)

    def batches(self, agents: Sequence[str] | None = None) -> Iterator[Trajectories]:
        """The decisions, whole games at a time, in order; arguments and errors as for `read`."""
        unknown = [label for label in agents or () if label not in self._labels]
        if unknown:
            raise DataSetError(f"{self.path}: no agent '{unknown[0]}' is in it; it has {', '.join(self._labels)}")
        numbers = None if agents is None else [self._labels.index(label) for label in agents]
        for k in range(self._file.num_row_groups):
            with self._explained():
                group = self._file.read_row_group(k)
                part = self._arrays(group)
            if numbers is not None:
                chosen = np.isin(part.agent, numbers)
                columns: list[Any] = [column[chosen] for column in part]
                part = Trajectories(*columns)
            yield part

    def _arrays(self, group: Any) -> Trajectories:
        columns: dict[str, Any] = {}
        for name in Trajectories._fields:
            column = group.column(name).combine_chunks()
            column = column.chunk(0) if isinstance(column, self._pa.ChunkedArray) else column
            if self._pa.types.is_fixed_size_list(column.type):
                columns[name] = column.flatten().to_numpy().reshape(len(column), column.type.list_size)
            elif name == "agent":
                columns[name] = self._agents(column)
            else:
                columns[name] = column.to_numpy(zero_copy_only=False)
        return Trajectories(**columns)

    def _agents(self, column: Any) -> Any:
        """Numbers of agents; the file has their labels."""
        number = np.array([self._labels.index(label) for label in column.dictionary.to_pylist()], dtype=np.int8)
        return number[column.indices.to_numpy()]

    def _check_columns(self) -> None:
        """Refuse a file whose columns are not those that it says it has."""
        schema, about = self._file.schema_arrow, self.about
        missing = [name for name in Trajectories._fields if name not in schema.names]
        if missing:
            raise DataSetError(f"{self.path}: the column '{missing[0]}' is missing")
        for name, size in (("observation", about.obs_size), ("mask", about.num_actions)):
            kind = schema.field(name).type
            if not self._pa.types.is_fixed_size_list(kind) or kind.list_size != size:
                raise DataSetError(f"{self.path}: the column '{name}' is {kind} instead of lists of {size}")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of pyarrow into messages that name the file."""
        try:
            with named(self.path):
                yield
        except OSError as error:
            if error.errno is not None:
                raise
            raise DataSetError(self._damaged(error)) from error
        except (self._pa.ArrowException, ValueError, KeyError, TypeError) as error:
            raise DataSetError(self._damaged(error)) from error

    def _damaged(self, error: Exception) -> str:
        words = str(error).splitlines()[0] if str(error) else type(error).__name__
        return f"{self.path}: is no Parquet file, or a damaged one ({words}); export it again"
