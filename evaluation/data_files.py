"""Writers of data sets, one for each format: Parquet (a file), and Minari (a folder)."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..envs._core.files import check_target, whole_file, whole_folder
from ..envs._core.game import Game
from ..envs.adapters.libraries import require
from .data_about import KEY, About, DataSetError
from .trajectories import Portion, Trajectories

EXTRA = "data"
"""The extra of mailwing that installs the libraries."""

HDF5_WORDS = re.compile(r"errno = (\d+), error message = '([^']*)'")
"""How HDF5 says what the system has refused."""


OVERHEAD, EPISODE_BYTES = 1.5, 32_768
"""What HDF5 takes at most for the bytes of some decisions, and besides for each episode."""


EPISODES = 256
"""Episodes between two looks at signals."""


class Writer(Protocol):
    """Takes the portions of a data set, in order."""

    def add(self, portion: Portion) -> None:
        """Write some games."""
        ...


def pyarrow(module: str = "pyarrow") -> Any:
    """A module of pyarrow (ImportError: it is missing; the message says what installs it)."""
    return require(module, "pyarrow", "18", EXTRA)


def minari() -> Any:
    """Minari, with what it needs to write (ImportError: one is missing; the message says what installs it)."""
    require("h5py", "h5py", "3.8", EXTRA)
    require("PIL", "pillow", "10", EXTRA)
    return require("minari", "minari", "0.5.3", EXTRA)


class ParquetFile:
    """Writes the decisions as the rows of one file; a portion of games is a row group."""

    def __init__(self, stream: Any, game: Game, about: About) -> None:
        self._pa, self._parquet = pyarrow(), pyarrow("pyarrow.parquet")
        self._labels = self._pa.array(list(about.agents), self._pa.string())
        self._schema = self._pa.schema(self._fields(game), metadata={KEY: about.to_json()})
        self.writer = self._parquet.ParquetWriter(
            stream, self._schema, compression="zstd", compression_level=1, write_page_checksum=True
        )

    def _fields(self, game: Game) -> list[Any]:
        pa = self._pa
        kinds = {
            "game": pa.int64(),
            "seed": pa.uint64(),
            "seat": pa.int8(),
            "agent": pa.dictionary(pa.int8(), pa.string()),
            "step": pa.int32(),
            "observation": pa.list_(pa.float32(), game.obs_size),
            "mask": pa.list_(pa.uint8(), game.num_actions),
            "action": pa.int32(),
            "reward": pa.float32(),
            "return_to_go": pa.float32(),
            "last": pa.bool_(),
            "score": pa.int32(),
            "rank": pa.int8(),
        }
        return [pa.field(name, kinds[name], nullable=False) for name in Trajectories._fields]

    def add(self, portion: Portion) -> None:
        """Write some games."""
        columns = [self._column(name, values) for name, values in portion.decisions._asdict().items()]
        self.writer.write_table(self._pa.table(columns, schema=self._schema))

    def _column(self, name: str, values: Any) -> Any:
        pa = self._pa
        if values.ndim == 2:
            kind = self._schema.field(name).type
            return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), type=kind)
        if name == "agent":
            return pa.DictionaryArray.from_arrays(pa.array(values), self._labels)
        return pa.array(values)


@contextmanager
def parquet(path: Path, game: Game, about: About) -> Iterator[Writer]:
    """The writer of a Parquet file, which is there when the block has ended, whole or not at all."""
    with whole_file(path) as partial, open(partial, "wb") as stream:
        file = ParquetFile(stream, game, about)
        try:
            yield file
        except BaseException:
            _give_up(file.writer.close)
            raise
        file.writer.close()


def _give_up(close: Callable[[], Any]) -> None:
    """Close a file whose content nobody will read."""
    try:
        close()
    except Exception:  # the first error is the one to show
        return


class MinariFolder:
    """Writes every trajectory as an episode; its observations have the parts `observation` and `action_mask`."""

    def __init__(self, folder: Path, game: Game, about: About, name: str) -> None:
        library = minari()
        from gymnasium import spaces

        storage: Any = require("minari.dataset.minari_storage", "minari", "0.5.3", EXTRA).MinariStorage
        self._buffer: Any = require("minari.data_collector.episode_buffer", "minari", "0.5.3", EXTRA).EpisodeBuffer
        mask = spaces.Box(0, 1, (game.num_actions,), dtype=np.uint8)
        seen = spaces.Dict({"observation": game.observation_space, "action_mask": mask})
        self._storage = storage.new(folder, seen, game.action_space)
        self._storage.update_metadata(
            {
                "dataset_id": minari_id(game.id, name),
                "minari_version": library.__version__,
                "algorithm_name": ", ".join(about.agents),
                KEY: about.to_json(),
                "description": f"{about.games:,} games of {game.id} by {', '.join(about.agents)}; an episode is the "
                "decisions of one seat in one game",
            }
        )
        self._labels, self._folder = list(about.agents), folder

    def add(self, portion: Portion) -> None:
        """Write some games."""
        decisions = portion.decisions
        raw = sum(column.nbytes for column in decisions) + portion.ends.nbytes
        _ensure_room(self._folder, int(OVERHEAD * raw) + EPISODE_BYTES * len(portion.ends))
        stops = np.flatnonzero(decisions.last) + 1
        starts = np.r_[0, stops[:-1]] if len(stops) else stops
        ends = list(zip(starts.tolist(), stops.tolist(), portion.ends, strict=True))
        # In a thread of its own: HDF5 loses the exception with which a signal would interrupt it. The thread is waited
        # for in any case, so that nothing is written to a folder that is given up.
        with ThreadPoolExecutor(1) as thread:
            for k in range(0, len(ends), EPISODES):
                episodes = [self._episode(decisions, *end) for end in ends[k : k + EPISODES]]
                thread.submit(self._storage.update_episodes, episodes).result()

    def _episode(self, decisions: Trajectories, low: int, high: int, end: Any) -> Any:
        part = slice(low, high)
        over = np.zeros(high - low, dtype=np.bool_)
        over[-1] = True
        about = {name: int(getattr(decisions, name)[low]) for name in ("game", "seat", "score", "rank")}
        return self._buffer(
            seed=int(decisions.seed[low]),
            options={**about, "agent": self._labels[decisions.agent[low]]},
            observations={
                "observation": np.concatenate([decisions.observation[part], end[None]]),
                # As in all faces for one learner, a finished game shows all ones.
                "action_mask": np.concatenate([decisions.mask[part], np.ones_like(decisions.mask[:1])]),
            },
            actions=decisions.action[part].astype(np.int64),
            rewards=decisions.reward[part],
            terminations=over,
            truncations=np.zeros_like(over),
        )


def _ensure_room(folder: Path, size: int) -> None:
    """Let a full disk be noticed before HDF5 writes: it does not survive one (`OSError`: there is no room).

    The room is claimed for a moment, since free space says nothing of what a user may have of it.
    """
    if not hasattr(os, "posix_fallocate"):
        return
    with tempfile.TemporaryFile(dir=folder) as room:
        os.posix_fallocate(room.fileno(), 0, size)


def minari_id(game: str, name: str) -> str:
    """The id of a data set of Minari in a folder of this name: letters, numbers, `-` and `_`, with a version."""
    plain = re.sub(r"[^-\w]", "_", name)
    return f"mailwing/{game}/{plain}" + ("" if re.search(r"-v\d+$", plain) else "-v0")


@contextmanager
def minari_folder(path: Path, game: Game, about: About) -> Iterator[Writer]:
    """The writer of a data set of Minari, which is there when the block has ended, whole or not at all."""
    with whole_folder(path) as partial:
        try:
            yield MinariFolder(partial / "data", game, about, path.resolve().name)
        except (OSError, RuntimeError) as error:
            found = HDF5_WORDS.search(str(error))
            if found is None:
                raise
            raise OSError(int(found[1]), found[2]) from error


WRITERS: dict[str, Callable[[Path, Game, About], AbstractContextManager[Writer]]] = {
    "parquet": parquet,
    "minari": minari_folder,
}
"""The formats."""

LIBRARIES: dict[str, Callable[[], Any]] = {"parquet": pyarrow, "minari": minari}
"""What imports the library of a format."""


def checked_target(path: Path, format: str, overwrite: bool) -> Path:
    """The path, if a data set can be written there.

    Raises:
        DataSetError: something is there that is not to be replaced.
        ValueError, OSError: nothing can be written there.
    """
    there = path.exists() or path.is_symlink()
    if there and not overwrite:
        raise DataSetError(f"{path}: is there already; name another one, or replace it with --overwrite")
    if format == "parquet":
        return check_target(path)
    if there and not _is_data_set(path):
        raise DataSetError(f"{path}: is no data set of Minari, so it is not replaced; name another folder")
    if not there:
        check_target(path, "folder")
    return path


def _is_data_set(folder: Path) -> bool:
    """Whether a folder holds what was written here, and nothing else."""
    names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
    return names == ["data"] and (folder / "data" / "metadata.json").is_file()
