//! The codes of the obligations, with their long texts.

use source::{Code, Kind};

pub static UNSUPPORTED: Code = Code {
    id: "E0570",
    name: "unsupported",
    kind: Kind::Unsupported,
    explanation: "A construct of Civl that is not modelled.\n\n\
        The program is not checked further: nothing is proved about it.",
};

pub static COMMUTATIVITY: Code = Code {
    id: "E0552",
    name: "commutativity",
    kind: Kind::Wrong,
    explanation: "Two actions do not commute, although a mover type says so.\n\n\
        A right mover may be delayed past the next action of another thread, a left mover may happen before the last \
        one. So for every right mover A and action B of its layer, and for every action A and left mover B: what A and then B can \
        do, from a state in which both gates hold, B and then A can do too, with the same results.\n\n\
        The trace shows a state, A, and then B; B and then A cannot end in the same state.\n\n\
        What helps: a gate that excludes the two at the same time, such as `assert lock == Some(tid)` with a linear `tid`; \
        a weaker mover type (`atomic action`) and a yield between the actions that no longer form a transaction.",
};

pub static GATE_PRESERVATION: Code = Code {
    id: "E0553",
    name: "gate-preservation",
    kind: Kind::Wrong,
    explanation: "A step of another thread can falsify the gate of an action that has to move across it.\n\n\
        If A is a left mover, its gate must survive every action of other threads; if B is a right mover, it must not \
        falsify the gate of any other action. Else moving one across the other would make a run fail that does not.",
};

pub static FAILURE_PRESERVATION: Code = Code {
    id: "E0554",
    name: "failure-preservation",
    kind: Kind::Wrong,
    explanation: "A left mover can hide the failure of another action.\n\n\
        A left mover happens earlier than it did. If an action of another thread would fail before it but not after it, \
        moving it to the left makes a failing run look right. So wherever every step of the left mover leads to the gate \
        of the other action, the gate must have held before.",
};

pub static NON_BLOCKING: Code = Code {
    id: "E0555",
    name: "non-blocking",
    kind: Kind::Wrong,
    explanation: "A left mover might block.\n\n\
        A left mover ends a transaction early: once it is reached it must be able to run. From every state that satisfies \
        its gate (and its preconditions) there must be a step. An `assume` in its body that can be false in all branches \
        blocks it.",
};

pub static GATE_SUFFICIENCY: Code = Code {
    id: "E0556",
    name: "gate-sufficiency",
    kind: Kind::Wrong,
    explanation: "The `asserts` clauses of an action do not imply the assertions in its body.\n\n\
        The clauses are taken as the gate of the action, so the body must not fail where they hold.",
};

pub static ACTION_REFINEMENT: Code = Code {
    id: "E0557",
    name: "action-refinement",
    kind: Kind::Wrong,
    explanation: "An action does not refine the action that its `refines` clause names.\n\n\
        Above its layers the other action stands for it: where that one does not fail, this one must not fail, and each \
        of its steps must be a step of that one, on the globals that outlive the layer.",
};

pub static NON_INTERFERENCE: Code = Code {
    id: "E0558",
    name: "non-interference",
    kind: Kind::Wrong,
    explanation: "What one thread does between two yields might break a yield invariant of another thread.\n\n\
        A yield invariant holds where a thread yields; other threads run there. So every piece of code between two yields \
        of any procedure, at the layer of the invariant, has to keep it, for all values of its parameters whose \
        permissions the running thread does not hold. The trace is such a piece.\n\n\
        What helps: a linear parameter (`{:linear} tid`), so that the invariant is about another thread than the running \
        one; a stronger invariant; a yield in between.",
};

pub static REFINEMENT: Code = Code {
    id: "E0559",
    name: "refinement",
    kind: Kind::Wrong,
    explanation: "A yield procedure does not refine its action.\n\n\
        Of the pieces of code between two yields, on every run exactly one does what the action does; all others change \
        neither the globals that outlive the layer nor, after the action has happened, the results. In a loop that yields \
        nothing may happen, since it may run any number of times.\n\n\
        The last steps of the trace are the piece that is wrong.",
};

pub static YIELD_INVARIANT: Code = Code {
    id: "E0560",
    name: "yield-invariant",
    kind: Kind::Wrong,
    explanation: "A yield invariant might not hold where a thread relies on it.\n\n\
        It is checked where it is called, at the call of a procedure that requires it, on return from one that ensures \
        it, and at the head of a loop that keeps it.",
};

pub static ACTION_PRECONDITION: Code = Code {
    id: "E0561",
    name: "action-precondition",
    kind: Kind::Wrong,
    explanation: "A precondition of an action might not hold where it is called.\n\n\
        `requires` clauses of an action are facts that its mover type may rely on, so every caller establishes them.",
};

pub static GATE: Code = Code {
    id: "E0562",
    name: "gate",
    kind: Kind::Wrong,
    explanation: "The gate of an action might not hold where it is called: the action would fail.\n\n\
        Establish the condition before the call by a yield invariant or a precondition.",
};

pub static PRECONDITION: Code = Code {
    id: "E0563",
    name: "layer-precondition",
    kind: Kind::Wrong,
    explanation: "A `requires` clause of the called procedure might not hold at this call, at the named layer.",
};

pub static TRUST: Code = Code {
    id: "E0564",
    name: "trust",
    kind: Kind::Trusted,
    explanation: "What the proof rests on. This is a note: nothing is wrong with the program.\n\n\
        A procedure without a body is part of the world that the program is given: it is believed to refine its action, to \
        keep its postconditions and to return permissions that nobody else has. A `free` condition is believed where it \
        helps and proved nowhere; so is what a body with `{:verify false}` promises. The preconditions of a yield procedure that \
        nothing in the program calls are believed of callers outside, at every layer. A warning names what can hide a failure: \
        a precondition of an upper layer alone, below which an action has a gate; a lemma without a body, at its call.\n\n\
        \x20   yield procedure {:layer 0} Read() returns (v: int);\n\
        \x20   refines A_Read;                     // one instruction of the machine\n\n\
        What helps: bodies down to what the machine does in one step, and proofs in place of `free`.",
};

pub static ALL: &[&Code] = &[
    &UNSUPPORTED,
    &COMMUTATIVITY,
    &GATE_PRESERVATION,
    &FAILURE_PRESERVATION,
    &NON_BLOCKING,
    &GATE_SUFFICIENCY,
    &ACTION_REFINEMENT,
    &NON_INTERFERENCE,
    &REFINEMENT,
    &YIELD_INVARIANT,
    &ACTION_PRECONDITION,
    &GATE,
    &PRECONDITION,
    &TRUST,
];
