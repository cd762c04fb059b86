"""TensorBoard's files of a run: written at once, and cut to the checkpoint from which a run is resumed.

Written here and not by `SummaryWriter`, whose thread prints a traceback when the disk is full and keeps on going.
"""

from __future__ import annotations

import io
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import KVWriter
from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader
from tensorboard.compat.proto import event_pb2, summary_pb2
from tensorboard.summary.writer.record_writer import RecordWriter

from ..envs._core.files import named, write_bytes

EVENTS: Any = event_pb2
SUMMARIES: Any = summary_pb2
"""Protocol buffers, whose classes no type checker sees."""


class Board(KVWriter):
    """Writes the figures of a run to a file of its own in the folder of TensorBoard.

    Args:
        folder: the folder; made at the first figure.
        steps: the step after which this file goes on; a TensorBoard that is running forgets what it has read of later
            steps. None: a new run.
    """

    def __init__(self, folder: Path, steps: int | None = None) -> None:
        name = f"events.out.tfevents.{int(time.time()):010d}.{socket.gethostname()}.{os.getpid()}"
        number = sum(1 for _ in folder.glob("*tfevents*"))
        self._file = folder / f"{name}.{number}"
        self._waiting = [EVENTS.Event(wall_time=time.time(), file_version="brain.Event:2")]
        if steps is not None:
            start = EVENTS.SessionLog(status=EVENTS.SessionLog.START)
            self._waiting.append(EVENTS.Event(wall_time=time.time(), step=steps + 1, session_log=start))

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Append numbers by name at a step (OSError: the disk is full; the error names the file)."""
        numbers = [(tag, x) for tag, x in sorted(key_values.items()) if isinstance(x, (int, float, np.number))]
        values = [SUMMARIES.Summary.Value(tag=tag, simple_value=float(x)) for tag, x in numbers]
        event = EVENTS.Event(wall_time=time.time(), step=step, summary=SUMMARIES.Summary(value=values))
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with named(self._file), self._file.open("ab") as file:
            file.write(_records(entry.SerializeToString() for entry in [*self._waiting, event]))
        self._waiting = []

    def close(self) -> None:
        """Does nothing: the file is open only while it is written."""


def cut_board(folder: Path, steps: int) -> None:
    """Remove the figures of later steps from all files; a file that a kill has cut short loses its last record."""
    for file in sorted(folder.glob("*tfevents*")):
        data = file.read_bytes()
        events = [(raw, EVENTS.Event.FromString(raw)) for raw in RawEventFileLoader(str(file)).Load()]
        kept = [raw for raw, event in events if event.step <= steps or event.HasField("session_log")]
        if not any(event.HasField("summary") and event.step <= steps for _, event in events):
            file.unlink()
        elif (whole := _records(kept)) != data:
            write_bytes(file, whole)


def _records(events: Iterator[bytes] | list[bytes]) -> bytes:
    """Serialised events as TensorBoard keeps them, each with its length and checksums."""
    buffer = io.BytesIO()
    writer = RecordWriter(buffer)
    for event in events:
        writer.write(event)
    return buffer.getvalue()
