//! The codes of yield sufficiency and of cooperation (E044x), each with its long text.

use source::{Code, Kind};

pub static TRANSACTION: Code = Code {
    id: "E0540",
    name: "yield-sufficiency",
    kind: Kind::Wrong,
    explanation: "\
Between two yields a thread does more than one atomic step can stand for.

Other threads may run at any time, but a program is read as if they ran at yields only. That is justified where each
part from one yield to the next is a transaction: right movers (or both movers), then at most one action that does not
move, then left movers (or both movers). The transaction is committed with its first step that does not move right.

    yield procedure {:layer 1} P()
    {
      call x := Read();                // atomic: committed
      call Write(x + 1);               // atomic: not a left mover, and no yield since
    }

The trace is a shortest run of the procedure from a yield to the step that does not fit. At a layer, a procedure below
it counts as the action it refines, and calls of procedures at that layer or above are yields.

What helps: a yield in between (`call Inv();`, of an invariant at this layer), if the state may change there; a mover
type for one of the two actions, if it commutes; one action that does both steps, proved at a lower layer.",
};

pub static MOVER_PROCEDURE: Code = Code {
    id: "E0541",
    name: "mover-procedure",
    kind: Kind::Wrong,
    explanation: "\
The body of a mover procedure is not a step of the kind that is declared.

A call of a mover procedure is one step at its layer. For `right` all steps of the body are right movers, for `left` all
are left movers, for `both` all are both, and for `atomic` the body is a transaction. There is no yield in it.

    yield right procedure {:layer 1} P()
    {
      call Acquire(tid);               // a right mover
      call Release(tid);               // a left mover: P is no right mover
    }

What helps: declare the kind that the body has (`atomic` is the weakest), or leave the kind out and prove that the
procedure refines an action.",
};

pub static ASYNC: Code = Code {
    id: "E0542",
    name: "async-precondition",
    kind: Kind::Wrong,
    explanation: "\
Global variables may change between an asynchronous call and the next yield.

The precondition of the new thread is checked where it is started, and the thread begins at the next yield of its
creator at the earliest. Changes in between, by the creator itself, could make the precondition false, and nobody would
notice: other threads' steps are checked against it, those of the creator's own transaction are not.

    async call Worker();               // requires call Idle();
    call Start();                      // changes what Idle says

What helps: a yield after the asynchronous call; the change before it; or a precondition that is not needed at this
layer.",
};

pub static LOOP_YIELD: Code = Code {
    id: "E0543",
    name: "loop-yield",
    kind: Kind::Wrong,
    explanation: "\
A loop contains a yield and is not marked as yielding at that layer.

What holds at the head of a loop that yields must hold whatever other threads do: only local facts and yield invariants
do. A loop around a loop that yields, yields too.

    while (true)                       // needs: invariant {:yields} true;
    {
      call Inv();
    }

What helps: `invariant {:yields} true;` at the loop, or `invariant {:yields} {:layer n} true;` if it yields at layers
up to n only, with `invariant call Inv();` for what holds at each iteration.",
};

pub static PARALLEL_ARMS: Code = Code {
    id: "E0544",
    name: "parallel-arms",
    kind: Kind::Wrong,
    explanation: "\
The arms of a parallel call cannot be taken one after the other.

At a layer some arms are steps and some still yield. The arms are read from left to right, which covers all their
interleavings if those before the rest move left and those after move right: left movers, then at most one action that
does not move, then right movers; or left movers, then procedures that yield, then right movers.

    call Write() | Work();             // Write does not move, Work yields at this layer
    call Work() | Release();           // a left mover belongs in front

An arm may run before those in front of it. So behind arms that do not move left, no step may be able to fail early.

What helps: order the arms so; or split the call in two.",
};

pub static COOPERATION_LOOP: Code = Code {
    id: "E0545",
    name: "cooperation-loop",
    kind: Kind::Wrong,
    explanation: "\
A loop in the committed part of a transaction might never end.

A committed transaction that is interrupted is completed in thought, so that other threads see all of it or nothing. If
it cannot be completed, they may see the part before the loop in a real run, and no run that switches threads only at
yields shows it:

    [x := 0]; [assert x == 0];    ||    [x := x + 1]; while (true) {}

The assertion fails when the second thread stops inside its loop, but never if the second thread must reach a yield.

Nothing is asked of loops that yield, of loops before the commit, of loops after steps that only read, of loops that may
stop at any iteration (`while (*)`), and of loops that count a local variable towards a bound that stays.

What helps: `measure {:layer n} e;` at the loop, where e is at least zero and falls with each iteration; a yield in the
loop; or the loop before the commit.",
};

pub static COOPERATION_RECURSION: Code = Code {
    id: "E0546",
    name: "cooperation-recursion",
    kind: Kind::Wrong,
    explanation: "\
Left mover procedures that call each other might never return.

A call of a left mover procedure may stand in the committed part of a transaction, which must be able to end (see
E0545). So at each cycle of calls some run must leave it.

    yield left procedure {:layer 1} P(i: int)
      measure {:layer 1} i;            // i is at least 0 and falls with each call
    {
      if (i > 0) { call P(i - 1); }
    }

Nothing is asked of procedures that may always return without the call, as in `if (*) { call P(); }`, of procedures that
hand on `i - 1` where `i > 0` is known from a guard or a precondition at the layer, and of right mover and atomic
procedures.

What helps: a `measure` at that layer on every procedure of the cycle.",
};

pub static BLOCKED: Code = Code {
    id: "E0547",
    name: "cooperation-assume",
    kind: Kind::Trusted,
    explanation: "\
An `assume` in the committed part of a transaction, or in a pure procedure, might block it.

A thread that blocks there leaves a transaction half done that other threads have seen, and no run that switches
threads only at yields shows it (see E0545).

    call Write(1);                     // committed
    assume n > 0;                      // if not, the thread stays here

So it must follow from what is known there. A variable with an arbitrary value that nothing has looked at since, such as
one that was just havocked, may be chosen: then the assumption must hold for some value of it. That some value satisfies
an assumption about nothing else, as in `havoc q; assume IsQuorum(q);`, is believed, with a warning.

What `call {:layer k} Assume(e)` takes for true is proved too, wherever it stands: the layers below do not assume `e`, so a
run that fails there would have no run at layer k that shows it.

    call {:layer 2} Assume(n > 0);     // proved at layer 2; `assume n > 0` is a statement of all layers

In a pure procedure this holds everywhere: it is ghost code, for which the program does not wait, so its contract is worth
something only if it can return whenever it is called.

    pure procedure Lemma(n: int)
    ensures n > 0;
    {
      assume n > 0;                    // might not hold: require it of the callers
    }

There it is proved, for some value where values may be chosen; nothing is believed.

What helps: in a pure procedure, `assert` and `requires` in place of `assume`; else assume before the commit, or after the next yield; choose the value by an action that is proved not to
block.",
};

pub static FINITE_SET: Code = Code {
    id: "E0548",
    name: "cooperation-finite",
    kind: Kind::Trusted,
    explanation: "\
A left mover procedure calls itself with a set from which it took something out, `S[x := false]`. This is a warning: it
is proved that x is a member each time and believed that the set is finite, so that the calls come to an end.

A set over an infinite type may be infinite, and then a transaction would never be completed (see E0546). Nothing in the
program says otherwise.

What helps: a `measure` that falls with each call, such as a number that the caller counts down.",
};

/// Every code of these passes, in the order of their ids.
pub static CODES: &[&Code] = &[
    &TRANSACTION,
    &MOVER_PROCEDURE,
    &ASYNC,
    &LOOP_YIELD,
    &PARALLEL_ARMS,
    &COOPERATION_LOOP,
    &COOPERATION_RECURSION,
    &BLOCKED,
    &FINITE_SET,
];
