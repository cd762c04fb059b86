"""The cache of one kernel: what numba loads before it compiles and saves afterwards, and what people are told about it.

The name of a file is a digest of all that its machine code depends on (`kernel_identity.py`). If something changes, so
does the name; therefore nothing is loaded that was compiled from other source, and nothing has to be invalidated. A
kernel whose identity cannot be told is not kept. If the folder cannot be written, none is. Both are said once.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
from pathlib import Path
from typing import Any, NamedTuple

from . import kernel_files, kernel_library, numba_hooks
from .kernel_identity import NoIdentityError, check_returns, identity_of, name_of, watch

logger = logging.getLogger("mailwing")

AT_EVERY_START = "needed at every start"

_said: set[str] = set()

_held: dict[bytes, Any] = {}
"""What this process has compiled or loaded, by key: one kernel is compiled once, whoever asks for it."""


class Place(NamedTuple):
    """Where the cache keeps one form of a kernel for one signature.

    Attributes:
        module, name: of the kernel; they name the file.
        key: all that the machine code depends on, 32 bytes.
    """

    module: str
    name: str
    key: bytes

    @property
    def path(self) -> Path | None:
        """The file, whether it exists or not (None: there is no folder for it)."""
        return kernel_files.path_of(*self)

    def read(self) -> bytes | None:
        """The payload of the file; None if there is none that is sound."""
        path = self.path
        payload = path and kernel_files.read(path, self.key)
        if path and payload is not None:
            kernel_files.note_use(path)
        return payload

    def load(self, target: Any) -> Any:
        """What was compiled, with the kernels that it needs; None if a file of these is missing or damaged."""
        if self.key in _held:
            return _held[self.key]
        payload = self.read()
        if payload is None:
            return None
        needed, state = pickle.loads(payload)
        needs = [Place(*place).load(target) for place in needed]
        if None in needs:
            return None
        compiled = kernel_library.from_state(
            target, kernel_library.CompiledState(*state), [need.library for need in needs]
        )
        return self.hold(compiled)

    def hold(self, compiled: Any) -> Any:
        """Keep what was compiled in this process, and return it."""
        compiled.library.place = self
        _held[self.key] = compiled._replace(metadata=None)  # numba notes times there, of one compilation only
        return compiled


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
    """The cache of one form of a kernel, one file a signature; numba calls `load_overload` and `save_overload`.

    Attributes:
        not_kept: how many of its compilations could not be kept.
    """

    def __init__(self, kernel: Any, form: kernel_library.Form = kernel_library.Form.CALLABLE) -> None:
        self._kernel, self._form = kernel, form
        self._enabled = True
        self.not_kept = 0
        watch(kernel)

    @property
    def cache_path(self) -> Any:
        """The folder of all kernels (None: there is none)."""
        folder = kernel_files.cache_folder()
        return folder and str(folder)

    def serve(self, other: Any) -> None:
        """Give a dispatcher of another form of the kernel a cache of its own."""
        watch(other)
        numba_hooks.give_cache(other, KernelCache(self._kernel, other.form))

    def has(self, arguments: tuple[Any, ...]) -> bool:
        """Whether sound machine code for these argument types is in the cache."""
        try:
            return self._place(arguments).read() is not None
        except NoIdentityError:
            return False

    def prospect(self, arguments: tuple[Any, ...]) -> str:
        """What becomes of machine code that is now compiled for these argument types, for the log."""
        try:
            self._place(arguments)
        except NoIdentityError as reason:
            _say_unknown(reason)
            return AT_EVERY_START
        obstacle = kernel_files.obstacle()
        if obstacle is None:
            return f"kept in {self.cache_path}"
        _say_obstacle(obstacle)
        return AT_EVERY_START

    def symbol_number(self, signature: Any) -> int | None:
        """A number that tells this code from all other code in the names of symbols; None: any will do.

        Machine code names what it jumps to, so that the names must be the same in every process.
        """
        try:
            return int.from_bytes(self._place(signature).key[:7])
        except NoIdentityError:
            return None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled overload for a signature, or None: missing, damaged, or of a kernel that is not kept."""
        target_context.refresh()
        if not self._enabled:
            return None
        # A sound file may be of no use here all the same, for example if it names a class that cannot be imported.
        try:
            return self._place(sig).load(target_context)
        except NoIdentityError:
            return None
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

    def _save(self, sig: Any, data: Any) -> None:
        place = self._place(sig)
        check_returns(self._kernel, data.signature)
        if numba_hooks.has_addresses(data):
            raise NoIdentityError(f"{name_of(self._kernel)} uses a large array, a C function or the interpreter")
        place.hold(data)
        needs = [library.place for library in data.library.needs]
        path = place.path
        if path is None:
            raise FileNotFoundError("no folder for the cache")
        try:
            payload = numba_hooks.to_bytes((needs, kernel_library.to_state(data)))
        except Exception as error:
            raise NoIdentityError(f"{name_of(self._kernel)} cannot be written to a file ({error})") from error
        kernel_files.write(path, place.key, payload)

    def _place(self, sig: Any) -> Place:
        """Where the form of the kernel for a signature is kept (`NoIdentityError`: nowhere)."""
        key = hashlib.sha256(self._form.value.encode() + identity_of(self._kernel, sig)).digest()
        function = self._kernel.py_func
        return Place(function.__module__, function.__qualname__, key)
