"""How kernels become machine code: each is translated once, and only what is called from outside is compiled.

numba by itself optimises and compiles every function, and again its copy in each function that calls it, and so on:
much of the time goes into machine code that nobody ever calls. Here a kernel has up to three forms, each made when it
is first needed:

- linked: not compiled, but merged into the kernels that call it, where it is optimised together with them;
- callable: machine code that Python calls, with all linked kernels below it merged in;
- apart: machine code that other kernels jump to. The loops take the six kernels of a game so: these are large, and
  optimising a copy of them in every loop would take longer than everything else.

Like `numba_hooks.py`, this file uses what numba does not document; look through both before a new version is let in.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property, partial, update_wrapper
from types import FunctionType
from typing import Any, Literal, NamedTuple

from llvmlite import binding as llvm
from numba.core import codegen, compiler, typed_passes, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import ForceLiteralArg
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import signature

from .numba_hooks import cache_of


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
    """

    def __init__(self, owner: Any, name: str, form: Form) -> None:
        super().__init__(owner, name)
        self.form = form
        self.place: Any = None
        self.environments: dict[str, Any] = {}
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
        if not self.merges:
            return bool(super().has_dynamic_globals)
        own = any(value.name.startswith("numba.dynamic.globals") for value in self._final_module.global_variables)
        return own or any(library.has_dynamic_globals for library in self.needs)

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
        self._linking_libraries = list(reversed(merged))
        self._shared_module = None
        super().finalize()
        self._linking_libraries = [*jumps]
        for library in [self, *merged]:
            self._set_environments(getattr(library, "environments", {}))

    def _gather(self, merged: dict[Any, None], jumps: dict[KernelLibrary, None]) -> None:
        """Collect what this code merges, callers after what they call, and what it jumps to."""
        for library in self._linking_libraries:
            if isinstance(library, KernelLibrary) and library.form is Form.APART:
                jumps[library] = None
            elif library not in merged:
                if isinstance(library, KernelLibrary) and library.merges:
                    library._gather(merged, jumps)
                merged[library] = None

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


class _Handle:
    """By what numba finds a linked kernel when another one calls it; nothing that can be called."""


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed_passes.NativeLowering):
    """numba's last pass; a linked kernel gets a handle in place of a pointer."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> Literal[True]:
        super().run_pass(state)
        lowered, library = state["cr"], state.library
        library.environments[state.targetctx.get_env_name(lowered.fndesc)] = lowered.env
        if library.form is Form.LINKED:
            library.absorb()
            handle = _Handle()
            state.targetctx.insert_user_function(handle, lowered.fndesc, [library])
            state["cr"] = lowered._replace(cfunc=handle)
        return True


class _Flags(compiler.Flags):
    """Options of a compilation. numba looks them up with every function that it resolves: equal ones are soon found."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, _Flags) and self._values == other._values) or super().__eq__(other)

    def __hash__(self) -> int:
        return HASH_OF_FLAGS


HASH_OF_FLAGS = hash(compiler.Flags())
"""The hash of all flags: numba makes it of their names, which are always the same."""


class _Arguments(tuple[Any, ...]):
    """Types of arguments. numba puts them into words in each of its passes; those of records would be pages long."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{len(self)} arguments"


class _KernelCompiler(compiler.Compiler):
    """numba's compiler, which makes one of the forms.

    Args:
        dispatcher: whose function it compiles.
        typing, target, library, arguments, returned, flags, types: what numba gives to every compiler.
    """

    def __init__(
        self,
        dispatcher: _Dispatcher,
        typing: Any,
        target: Any,
        library: Any,
        arguments: Any,
        returned: Any,
        flags: Any,
        types: Any,
    ) -> None:
        super().__init__(typing, target, library, _Arguments(arguments), returned, _Flags(flags), types)
        self._dispatcher = dispatcher

    def define_pipelines(self) -> list[Any]:
        """Passes of numba, the last one replaced."""
        state, form = self.state, self._dispatcher.form
        state.flags.no_cpython_wrapper = form is not Form.CALLABLE
        state.flags.no_compile = form is Form.LINKED
        asked = state.args if state.return_type is None else signature(state.return_type, *state.args)
        number = cache_of(self._dispatcher).symbol_number(asked)
        if number is not None:
            state.func_id.unique_id = number
            state.func_id.unique_name = f"{state.func_id.func_qualname}${number}"
        state.library = KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname, form)
        manager = PassManager(f"kernel, {form.value}")
        for part in self._parts():
            manager.passes += part.passes
        manager.passes = [
            (_Lowering if made is typed_passes.NativeLowering else made, why) for made, why in manager.passes
        ]
        manager.finalize()
        return [manager]

    def _parts(self) -> list[Any]:
        builder = compiler.DefaultPassBuilder
        state = self.state
        return [
            builder.define_untyped_pipeline(state),
            builder.define_typed_pipeline(state),
            builder.define_nopython_lowering_pipeline(state),
        ]


class _Dispatcher(CPUDispatcher):
    """Compiles one form of a kernel for each signature; the fields with an underscore are numba's."""

    form: Form
    _can_compile: bool
    _cache_hits: Any
    _cache_misses: Any
    _compiler: Any

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        compile_with: Any = partial(_KernelCompiler, self)
        super().__init__(py_func, locals or {}, targetoptions or {}, compile_with)


class _Linked(_Dispatcher):
    form = Form.LINKED

    def add_overload(self, cres: Any) -> None:
        """Note a compilation, without offering it to callers from Python: there is no machine code for them."""
        self.overloads[tuple(cres.signature.args)] = cres

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load it: as numba does, but without its timers.

        While a kernel is compiled, those that it calls are; a timer of each would count every step of all below it.
        """
        with global_compiler_lock, self._compiling_counter:
            arguments, returned = normalize_signature(sig)
            known = self.overloads.get(tuple(arguments))
            if known is None:
                if not self._can_compile:
                    raise RuntimeError("compilation disabled")
                known = self._load(sig) or self._translate(sig, arguments, returned)
            return known.entry_point

    def _load(self, sig: Any) -> Any:
        found = cache_of(self).load_overload(sig, self.targetctx)
        if found is not None:
            self._cache_hits[sig] += 1
            self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
            self.add_overload(found)
        return found

    def _translate(self, sig: Any, arguments: Any, returned: Any) -> Any:
        self._cache_misses[sig] += 1
        try:
            made = self._compiler.compile(arguments, returned)
        except ForceLiteralArg as error:  # `numba.literally`: numba tries again
            raise error.bind_fold_arguments(lambda *given: self._compiler.fold_argument_types(*given)[1]) from None
        self.add_overload(made)
        cache_of(self).save_overload(sig, made)
        return made


class Apart(_Linked):
    """A kernel that others jump to; `declared` is its only signature, None: any that callers ask for."""

    form = Form.APART
    declared: Any = None

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How numba finds the signature for a call: arguments are converted to the declared types."""
        if self.declared is not None:
            self.compile_declared()
        return super().get_call_template(args, kws)

    def compile_declared(self) -> None:
        """Compile for the declared signature, and from then on for no other."""
        if not self.overloads:
            self.compile(self.declared)
            self.disable_compile()


class KernelDispatcher(_Dispatcher):
    """What `@kernel` makes of a function: called from Python it is callable, from other kernels it is linked.

    Attributes:
        forms: its dispatchers, this one and those of the other forms.
    """

    form = Form.CALLABLE

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(py_func, locals, targetoptions)
        self.forms: list[_Dispatcher] = [self]
        self._apart: dict[Any, Apart] = {}

    @cached_property
    def linked(self) -> _Linked:
        """The form that is merged into callers."""
        return self._in_form(_Linked)

    def apart(self, declared: Any = None) -> Apart:
        """The form that callers jump to, with one signature or for any; also the one to take the address of."""
        if declared not in self._apart:
            self._apart[declared] = self._in_form(Apart)
            self._apart[declared].declared = declared
        return self._apart[declared]

    def _in_form(self, kind: Any) -> Any:
        other = kind(_copy_of(self.py_func), self.locals, self.targetoptions)
        cache_of(self).serve(other)
        self.forms.append(other)
        return other

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.linked)


def _copy_of(function: Any) -> Any:
    """Another object for the same function: numba takes one that it meets again while it compiles it for recursion."""
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return update_wrapper(copy, function)


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
        entry: Any = _Handle()
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
