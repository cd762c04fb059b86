"""How kernels become machine code: each is translated once, and only what is called from outside is compiled.

numba by itself optimises and compiles every function, and again its copy in each function that calls it, and so on:
much of the time goes into machine code that nobody ever calls. Here a kernel has up to three forms, each made when it
is first needed:

- linked: not compiled, but merged into the kernels that call it, where it is optimised together with them;
- callable: machine code that Python calls, with all linked kernels below it merged in;
- apart: machine code that other kernels jump to. The loops take the six kernels of a game so: these are large, and
  optimising a copy of them in every loop would take longer than everything else.

Like `kernel_library.py`, `numba_hooks.py`, `numba_shortcuts.py` and `reference_counts.py`, this file uses what numba
does not document; look through all five before a new version is let in.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property, partial, update_wrapper
from types import FunctionType
from typing import Any, Literal

from numba.core import compiler, typed_passes, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import ForceLiteralArg, UnsupportedError
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import signature

from .kernel_library import Form, Handle, KernelLibrary
from .numba_hooks import cache_of
from .numba_shortcuts import KernelFlags

COLLECT_AFTER = (100_000, 50, 50)
"""Thresholds of Python's garbage collector while a kernel is compiled."""


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Let the garbage collector run less often: most of what numba makes is needed to the end.

    The collector would look through all of it again and again, for a sixth of the time that compiling takes.
    """
    before = gc.get_threshold()
    if before[0] != 0:  # 0: the user has turned it off
        gc.set_threshold(*map(max, before, COLLECT_AFTER))
    try:
        yield
    finally:
        gc.set_threshold(*before)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed_passes.NativeLowering):
    """numba's last pass; a linked kernel gets a handle in place of a pointer."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> Literal[True]:
        library = state.library
        returned = state.targetctx.data_model_manager[state.return_type]
        library.returns_references = returned.contains_nrt_meminfo()
        super().run_pass(state)
        lowered = state["cr"]
        if library.has_loose_ends:
            raise UnsupportedError(
                f"{state.func_id.modname}.{state.func_id.func_qualname}: a kernel may call itself with arguments of "
                "the same types; kernels that call each other in a circle cannot be compiled"
            )
        library.environments[state.targetctx.get_env_name(lowered.fndesc)] = lowered.env
        if library.form is Form.LINKED:
            library.absorb()
            handle = Handle()
            state.targetctx.insert_user_function(handle, lowered.fndesc, [library])
            state["cr"] = lowered._replace(cfunc=handle)
        return True


class _Arguments(tuple[Any, ...]):
    """Types of arguments. numba puts them into words in each of its passes; those of records would be pages long."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{len(self)} arguments"


class _KernelCompiler(compiler.Compiler):
    """numba's compiler, which makes one of the forms.

    Args:
        dispatcher: whose function it compiles.
        others: what numba gives to every compiler.
    """

    def __init__(self, dispatcher: Any, *others: Any) -> None:
        if not isinstance(dispatcher, _Dispatcher):
            raise UnsupportedError("a kernel cannot run Python code in between (numba.objmode)")
        typing, target, library, arguments, returned, flags, kinds = others
        super().__init__(typing, target, library, _Arguments(arguments), returned, KernelFlags(flags), kinds)
        self._dispatcher = dispatcher

    def define_pipelines(self) -> list[Any]:
        """Passes of numba, the last one replaced."""
        state, form = self.state, self._dispatcher.form
        state.flags.no_cpython_wrapper = form is not Form.CALLABLE
        state.flags.no_compile = form is Form.LINKED
        state.flags.noalias = self._dispatcher.apart_in_memory
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
    """Compiles one form of a kernel for each signature; the fields with an underscore are numba's.

    Attributes:
        form: the form.
        apart_in_memory: whether callers promise that no two arguments share memory, as `restrict` does in C.
    """

    form: Form
    apart_in_memory: Any = False
    _can_compile: bool
    _cache_hits: Any
    _cache_misses: Any
    _compiler: Any

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        compile_with: Any = partial(_KernelCompiler, self)
        super().__init__(py_func, locals or {}, targetoptions or {}, compile_with)


class _Linked(_Dispatcher):
    form = Form.LINKED

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How numba finds the signature for a call: narrow whole numbers and constants are taken as int64.

        Records hold them in one or two bytes, sums have eight. A kernel would be translated for each width and for each
        constant that some caller has at hand, with the same result.
        """
        return super().get_call_template(tuple(map(_widened, args)), {name: _widened(kws[name]) for name in kws})

    def add_overload(self, cres: Any) -> None:
        """Note a compilation, without offering it to callers from Python: there is no machine code for them."""
        self.overloads[tuple(cres.signature.args)] = cres

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load it: as numba does, but without its timers.

        While a kernel is compiled, those that it calls are; a timer of each would count every step of all below it.
        """
        with global_compiler_lock, collecting_seldom(), self._compiling_counter:
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
    """A kernel that others jump to; `declared` is its only signature, None: any that callers ask for.

    The arguments of one with a declared signature, as the kernels of a game have it, never share memory: what it
    writes to an observation or a mask does not change the state that it reads.
    """

    form = Form.APART
    declared: Any = None

    @property
    def apart_in_memory(self) -> bool:
        """Whether no two arguments share memory."""
        return self.declared is not None

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

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load it, as numba does."""
        with global_compiler_lock, collecting_seldom():
            return super().compile(sig)

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


def _widened(given: Any) -> Any:
    """The type that an argument is converted to."""
    narrow = given in types.integer_domain and given not in (types.int64, types.uint64)
    return types.int64 if narrow or isinstance(given, types.IntegerLiteral) else given


def _copy_of(function: Any) -> Any:
    """Another object for the same function: numba takes one that it meets again while it compiles it for recursion."""
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return update_wrapper(copy, function)
