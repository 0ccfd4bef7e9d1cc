//! The codes of reading a Civl program (E0500–E0502, E0515) and of the layer discipline (E0503–E0516), each with its
//! long text.

source::codes! { CODES:
    LAYERS "E0500" "layers" "\
The layers of something are missing, too many, or beyond the layers of what it stands in.

    yield procedure {:layer 2} P()
    requires {:layer 3} x > 0;       // at layer 3 P is no procedure any more
    { assert x > 0; }                // at which layers?

A yield procedure and a yield invariant have one layer. An action, a global variable, a parameter, a local or a call of
a pure procedure exists at a range of layers: `{:layer 1}` or `{:layer 1, 3}`; without it, at all layers there are. A
condition and an assertion of a yield procedure hold at the layers they list.

What helps: write `{:layer n}` with layers that the enclosing declaration has."

    MISPLACED "E0501" "layers" "\
An attribute of Civl stands where it has no meaning, so it would promise something that does not happen.

    assume {:layer 1} x > 0;         // an assumption is made at every layer of the procedure
    call {:sync} P();                // only an `async call` can be synchronized

What helps: remove the attribute. To assume something at one layer only, use `call {:layer 1} Assume(x > 0);` of the
base library."

    LINEARITY "E0502" "layers" "\
It is not clear how a variable holds permissions: two of `{:linear}`, `{:linear_in}`, `{:linear_out}` are given, or one
that does not fit its place. Globals and out-parameters can be `{:linear}`; in-parameters any of the three; parameters
of yield invariants `{:linear}`.

What helps: keep the one that is meant."

    UNAVAILABLE "E0503" "layers" "\
Something at a layer mentions a variable that does not exist at that layer.

    var {:layer 0, 1} x: int;
    yield invariant {:layer 2} Inv();
    preserves x > 0;                 // x is hidden at layer 1

A global of layers `m` to `n` is introduced at `m` by the procedures of that layer; actions can use it at layers
`m + 1` to `n`, invariants and assertions at `m` to `n`. A parameter or local of a yield procedure exists at the layers
it lists. Guards of `if` and `while`, and assumptions, are there at every layer of the procedure: they can use only
variables that are there at every layer too.

What helps: widen the layers of the variable, narrow those of its use, or use another variable."

    GLOBAL_READ "E0504" "layers" "\
The code of a yield procedure reads a shared variable without an action, and not at one single layer.

    yield procedure {:layer 2} P() returns (r: int)
    {
        r := old(x);                 // the value on entry, at layers 0 to 2
        call r := Copy(x);           // a ghost call, at layers 0 to 2
    }

Between its steps other threads run; so code reads shared variables through calls of procedures that refine actions, and
these are told to be atomic or not, layer by layer. A read without an action is ghost code: it is added at one layer, and
nothing at other layers may depend on it.

What helps: call a procedure that reads the variable; or keep the copy at one layer, `var {:layer 2} r: int;` and
`call {:layer 2} r := Copy(x);`."

    GLOBAL_WRITE "E0505" "layers" "\
Ghost code changes a shared variable that is not its own.

    var {:layer 0, 2} x: int;
    yield procedure {:layer 1} P() { call {:layer 1} x := Copy(0); }       // x is there from layer 0 on

Ghost code `call {:layer n} x := F(x);` changes variables that are introduced at the layer `n`: below they do not exist,
and above, the refined actions account for the change. If the procedure lives on above layer `n`, nothing accounts for
it there, and `x` must be hidden at `n` too.

What helps: call a procedure that writes the variable; or let the variable be introduced at the layer of the ghost call."

    CALL_LAYER "E0506" "layers" "\
The layers of a call do not fit.

    yield procedure {:layer 1} P() { call Q(); }    // Q is a yield procedure at layer 2

A yield procedure calls procedures and invariants of its own layer or below; above the layer of the callee, the action
that the callee refines stands for it, and must exist up to the layer of the caller. An action calls actions that exist
at all layers of the caller.

What helps: raise the layer of the caller; widen the layers of the refined action, or let it refine another action."

    MOVER_PROCEDURE "E0507" "layers" "\
A mover procedure is one step at its own layer, and does not exist above it. So it does not yield at its layer, nor call
a procedure that does, and can be called only by procedures of the same layer.

    yield left procedure {:layer 2} P() { call Inv(); }     // Inv is a yield invariant at layer 2

What helps: call something of a lower layer; or make the procedure refine an action instead."

    ASYNC "E0508" "layers" "\
An asynchronous call is not accounted for above the layer of its callee.

    async call P();                  // P refines an action that changes x

At layers above its own, `P` happens within the caller: the call must be synchronized, `async call {:sync} P();`. For
this, the actions that stand for `P` up to the layer of the caller must be left movers, or `P` a left mover procedure of
the caller's layer. A procedure that refines nothing needs no `{:sync}`.

What helps: add `{:sync}`; declare the action a left mover; raise the layer of the caller."

    REFINES "E0509" "layers" "\
The action that is refined does not exist at the layer above.

    yield procedure {:layer 1} P() refines A;       // A must exist at layer 2

A yield procedure at layer `n` gives way to the action it refines at layer `n + 1`; an action whose last layer is `n`
gives way to the action that it refines likewise.

What helps: widen the layers of the refined action."

    SIGNATURE "E0510" "layers" "\
What refines and what is refined differ in their parameters. The visible parameters of a yield procedure are those that
exist up to its layer and are not `{:hide}`; they must be those of the refined action, in the same order, with the same
names, types and linearity. An action has exactly the parameters of the action that it refines.

What helps: rename or retype the parameter; mark a parameter that the action does not have with `{:hide}`."

    YIELDING_LOOP "E0511" "layers" "\
The yields of a loop do not fit together.

    while (*)
    invariant {:yields} {:layer 1} true;
    invariant call Inv2();           // at layer 2 the loop does not yield
    invariant {:layer 1} x > 0;      // x is shared: others change it at the yield

`{:layer n}` says that the loop yields at the layers up to `n`, at most that of the procedure; its yield invariants are
of those layers. What a plain loop invariant says at such a layer must survive the yield, so it cannot mention shared
variables.

What helps: raise the layer of the `{:yields}` clause; put the condition into a yield invariant."

    PARALLEL "E0512" "layers" "\
Two arms of a parallel call refine an action at the layer of the caller, or change what the caller's action shows. Only
one of them could be the one visible step of the caller.

What helps: call one of them before or after the others; raise the layer of the caller."

    ACTION "E0513" "layers" "\
An action is not one step with one meaning: it has no body, or preconditions that are not tied to one layer.

A precondition is checked where the action is called, at the layer of the action; so an action with preconditions exists
at one layer only. A pure action is called directly, and has a gate (`asserts`) but no preconditions.

What helps: split the action by layers; state the condition as `asserts`."

    RECURSION "E0514" "layers" "\
An action calls itself, or actions call each other in a cycle. An action is one step: its calls are replaced by the
bodies of the callees.

What helps: put the recursion into a function, or into yield procedures."

    UNSUPPORTED "E0515" "unsupported" as Unsupported "\
A construct of sequential programs that is not modelled in Civl programs: `where` clauses of variables of Civl (they
would be believed of shared variables after each yield), `free call`, several implementations of one routine.

What helps: state the fact as a yield invariant or a precondition."

    GHOST "E0516" "layers" "\
Ghost code must end: it does not exist below its layer, so the program does not wait for it. A pure procedure that can
run forever could claim anything after its call.

    pure procedure Lemma(n: int) ensures P(n); { call Lemma(n); }

What helps: give recursive pure procedures, and loops in pure procedures, a `measure`."
}
