"""The cache of one kernel: what numba loads before it compiles and saves afterwards, and what people are told about it.

The name of a file is a digest of all that its machine code depends on (`kernel_identity.py`). If something changes, so
does the name; therefore nothing is loaded that was compiled from other source, and nothing has to be invalidated. A
kernel whose identity cannot be told is not kept. If the folder cannot be written, none is. Both are said once.
"""

from __future__ import annotations

import logging
import pickle
from pathlib import Path
from typing import Any

from . import kernel_files, numba_hooks
from .kernel_identity import NoIdentityError, check_returns, identity_of, name_of, watch

logger = logging.getLogger("mailwing")

AT_EVERY_START = "needed at every start"

_said: set[str] = set()


def _say_once(topic: str, message: str) -> None:
    """Give a warning, one for each topic in a process."""
    if topic not in _said:
        _said.add(topic)
        logger.warning("mailwing: %s", message)


def _say_unknown(reason: NoIdentityError) -> None:
    may = "a kernel may use numbers, texts, tuples, enums, arrays and other kernels"
    _say_once(str(reason), f"{reason}. So it is compiled at every start, and what calls it ({may})")


def _say_obstacle(reason: str) -> None:
    advice = "MAILWING_CACHE=FOLDER names another folder"
    _say_once("obstacle", f"{reason}, so compiled kernels are not kept and every start compiles them anew ({advice})")


class KernelCache(numba_hooks.CacheBase):
    """The cache of one kernel, one file a signature; numba calls `load_overload` and `save_overload`.

    Attributes:
        not_kept: how many of its compilations could not be kept.
    """

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._enabled = True
        self.not_kept = 0
        watch(kernel)

    @property
    def cache_path(self) -> Any:
        """The folder of all kernels (None: there is none)."""
        folder = kernel_files.cache_folder()
        return folder and str(folder)

    def has(self, arguments: tuple[Any, ...]) -> bool:
        """Whether sound machine code for these argument types is in the cache."""
        return self._read(arguments) is not None

    def prospect(self, arguments: tuple[Any, ...]) -> str:
        """What becomes of machine code that is now compiled for these argument types, for the log."""
        try:
            identity_of(self._kernel, arguments)
        except NoIdentityError as reason:
            _say_unknown(reason)
            return AT_EVERY_START
        obstacle = kernel_files.obstacle()
        if obstacle is None:
            return f"kept in {self.cache_path}"
        _say_obstacle(obstacle)
        return AT_EVERY_START

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled overload for a signature, or None: missing, damaged, or of a kernel that is not kept."""
        target_context.refresh()
        payload = self._read(sig) if self._enabled else None
        if payload is None:
            return None
        # A sound file may be of no use here all the same, for example if it names a class that cannot be imported.
        try:
            return numba_hooks.from_state(target_context, pickle.loads(payload))
        except Exception:
            logger.debug("mailwing: %s could not be loaded", name_of(self._kernel), exc_info=True)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep one compiled overload if possible; else say once why not."""
        kernel_files.prune_once()
        if not self._enabled:
            return
        try:
            self._save(sig, data)
        except NoIdentityError as reason:
            self.not_kept += 1
            _say_unknown(reason)
        except OSError as error:
            self.not_kept += 1
            _say_obstacle(kernel_files.obstacle() or f"{self.cache_path} could not be written ({error.strerror})")

    def enable(self) -> None:
        """Use the cache (the default)."""
        self._enabled = True

    def disable(self) -> None:
        """Neither load nor save."""
        self._enabled = False

    def flush(self) -> None:
        """Nothing to do: an entry is never out of date."""

    def _read(self, sig: Any) -> bytes | None:
        try:
            path, key = self._place(sig)
        except NoIdentityError:
            return None
        payload = path and kernel_files.read(path, key)
        if path and payload is not None:
            kernel_files.note_use(path)
        return payload

    def _save(self, sig: Any, data: Any) -> None:
        path, key = self._place(sig)
        check_returns(self._kernel, data.signature)
        if numba_hooks.has_addresses(data):
            raise NoIdentityError(f"{name_of(self._kernel)} uses a large array, a C function or the interpreter")
        if path is None:
            raise FileNotFoundError("no folder for the cache")
        try:
            payload = numba_hooks.to_bytes(data)
        except Exception as error:
            raise NoIdentityError(f"{name_of(self._kernel)} cannot be written to a file ({error})") from error
        kernel_files.write(path, key, payload)

    def _place(self, sig: Any) -> tuple[Path | None, bytes]:
        """The file of the kernel for a signature, and the key that must stand in it."""
        key = identity_of(self._kernel, sig)
        function = self._kernel.py_func
        return kernel_files.path_of(function.__module__, function.__qualname__, key), key
