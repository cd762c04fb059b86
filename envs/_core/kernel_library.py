"""The code of kernels: intermediate code that is merged into others, or machine code; and as values for the cache.

`linking.py` says which kernel gets which form. Both files use what numba does not document.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba.core import codegen, compiler
from numba.core.runtime.nrt import rtsys

from .numba_hooks import neighbours_as_vectors
from .reference_counts import needs_counting, not_counted, release_arguments, released

LOOSE_END = codegen.RuntimeLinker.PREFIX
"""How symbols begin that numba looks up when the code runs."""


class Form(Enum):
    """What a kernel is compiled to."""

    LINKED = "linked"
    CALLABLE = "callable"
    APART = "apart"


class KernelLibrary(codegen.JITCodeLibrary):
    """The code of one kernel in one form.

    Attributes:
        place: where the cache keeps it (set by the cache; None: it does not).
        environments: numba's environments of the kernel by the names of their symbols; machine code points at them.
        returns_references: whether what it returns holds references to memory, as arrays do.
    """

    def __init__(self, owner: Any, name: str, form: Form) -> None:
        super().__init__(owner, name)
        self.form = form
        self.place: Any = None
        self.environments: dict[str, Any] = {}
        self.returns_references = False
        self.enable_object_caching()

    @property
    def merges(self) -> bool:
        """Whether it is not compiled: it is merged into what calls it."""
        return self.form is Form.LINKED and not self._finalized

    @property
    def needs(self) -> list[KernelLibrary]:
        """The kernels without which this code is not whole: those that it merges, or that it jumps to."""
        return [library for library in self._linking_libraries if isinstance(library, KernelLibrary)]

    @property
    def has_dynamic_globals(self) -> bool:
        """Whether the code holds addresses of this process."""
        return self._addresses_below if self.merges else bool(super().has_dynamic_globals)

    @cached_property
    def _addresses_below(self) -> bool:
        """Whether a linked kernel or one that it calls holds addresses; asked again for each kernel above it."""
        own = any(value.name.startswith("numba.dynamic.globals") for value in self._final_module.global_variables)
        return own or any(library.has_dynamic_globals for library in self.needs)

    @property
    def has_loose_ends(self) -> bool:
        """Whether the code calls a function that numba had not compiled yet, because that one calls this one."""
        return any(value.name.startswith(LOOSE_END) for value in self._final_module.global_variables)

    def add_ir_module(self, ir_module: Any) -> None:
        """Take code that numba has made; what Python's arguments hold is given back under a name of its own."""
        if ir_module.name == "wrapper":
            release_arguments(ir_module)
        super().add_ir_module(ir_module)

    def add_linking_library(self, library: Any) -> None:
        """Let this code call another one, without compiling that."""
        if not isinstance(library, KernelLibrary):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    def absorb(self) -> None:
        """Merge the functions of numba that the kernel calls, so that the cache need not keep them by themselves."""
        others = [library for library in self._linking_libraries if not isinstance(library, KernelLibrary)]
        for library in dict.fromkeys(others):
            if library is not rtsys.library:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._linking_libraries = [rtsys.library, *dict.fromkeys(self.needs)]

    def finalize(self) -> None:
        """Merge all that this code calls, optimise and compile it."""
        merged: dict[Any, None] = {}
        jumps: dict[KernelLibrary, None] = {}
        self._gather(merged, jumps)
        # LLVM takes a function only if what it has so far calls it: callers come before what they call.
        self._linking_libraries = [*reversed(merged), released()]
        if not self._counts_references(merged):
            uncounted = not_counted(self._codegen)
            self._linking_libraries = [
                uncounted if library is rtsys.library else library for library in self._linking_libraries
            ]
        self._shared_module = None
        super().finalize()
        self._linking_libraries = [*jumps]
        for library in [self, *merged]:
            self._set_environments(getattr(library, "environments", {}))

    def _optimize_final_module(self) -> None:
        with neighbours_as_vectors():
            super()._optimize_final_module()

    def _gather(self, merged: dict[Any, None], jumps: dict[KernelLibrary, None]) -> None:
        """Collect what this code merges, callers after what they call, and what it jumps to."""
        for library in self._linking_libraries:
            if isinstance(library, KernelLibrary) and library.form is Form.APART:
                jumps[library] = None
            elif library not in merged:
                if isinstance(library, KernelLibrary) and library.merges:
                    library._gather(merged, jumps)
                merged[library] = None

    def _counts_references(self, merged: Iterable[Any]) -> bool:
        """Whether arrays are made, or returned; all others belong to the caller, who keeps them."""
        merges = [self, *(library for library in merged if library is not rtsys.library)]
        names = {function.name for library in merges for function in library._final_module.functions}
        return self.returns_references or any(needs_counting(name) for name in names)

    def _set_environments(self, environments: dict[str, Any]) -> None:
        self.environments.update(environments)
        for name, environment in environments.items():
            if self._codegen._engine.get_global_value_address(name):
                owner: Any = self._codegen
                owner.set_env(name, environment)

    def _get_module_for_linking(self) -> Any:
        """The module that others merge: of a linked kernel its own functions only."""
        if not self.merges:
            return super()._get_module_for_linking()
        if self._shared_module is None:
            self._shared_module = module = self._final_module.clone()
            for function in module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"
        return self._shared_module

    def to_state(self) -> tuple[Any, ...]:
        """The code as values that `from_state` takes: intermediate code, or machine code and its symbols."""
        if self.merges:
            return self.name, self.form, self._final_module.as_bitcode(), ()
        symbols = [function.name for function in self.get_defined_functions()]
        symbols += [value.name for value in self._final_module.global_variables if not value.is_declaration]
        return self.name, self.form, self._get_compiled_object(), tuple(symbols)

    @classmethod
    def from_state(cls, owner: Any, state: tuple[Any, ...], needs: list[KernelLibrary]) -> KernelLibrary:
        """The code that `to_state` gave, over the kernels that it needs."""
        name, form, code, symbols = state
        library = cls(owner, name, form)
        library._linking_libraries = [*needs]
        if form is Form.LINKED:
            library._linking_libraries.insert(0, rtsys.library)
            library._final_module = llvm.parse_bitcode(code)
            return library
        library._set_compiled_object(code)
        library._finalize_final_module()
        owner._engine._defined_symbols.update(symbols)
        return library


class Handle:
    """By what numba finds a linked kernel when another one calls it; nothing that can be called."""


class CompiledState(NamedTuple):
    """What the cache keeps of one compilation, besides the places of the kernels that it needs."""

    library: tuple[Any, ...]
    description: Any
    environment: Any
    signature: Any
    reload: tuple[Any, ...]
    environments: tuple[Any, ...]


def to_state(compiled: Any) -> CompiledState:
    """The result of one compilation as values that can be pickled."""
    compiled.fndesc.typemap = compiled.fndesc.calltypes = None
    library = compiled.library
    environments = tuple(library.environments.items())
    return CompiledState(
        library.to_state(),
        compiled.fndesc,
        compiled.environment,
        compiled.signature,
        tuple(compiled.reload_init),
        environments,
    )


def from_state(target: Any, state: CompiledState, needs: list[KernelLibrary]) -> Any:
    """The result of one compilation, from its values and the kernels that it needs."""
    for reload in state.reload:
        reload()
    library = KernelLibrary.from_state(target.codegen(), state.library, needs)
    vars(library).get("_reload_init", set()).update(state.reload)  # newer versions of numba pass it on to callers
    if library.form is Form.LINKED:
        library.environments.update(state.environments)
        entry: Any = Handle()
    else:
        entry = target.get_executable(library, state.description, state.environment)
        library._set_environments(dict(state.environments))
    return compiler.compile_result(
        target_context=target,
        typing_context=target.typing_context,
        library=library,
        environment=state.environment,
        entry_point=entry,
        fndesc=state.description,
        type_annotation="",
        signature=state.signature,
        objectmode=False,
        lifted=(),
        reload_init=list(state.reload),
    )
