//! The codes of modules, each with its long text.

use source::{Code, Kind};

pub static OWNERSHIP: Code = Code {
    id: "E0580",
    name: "ownership",
    kind: Kind::Wrong,
    explanation: "\
Code of one module refers to a variable of another.

    var {:layer 0, 2} {:module \"Lock\"} {:module 2, \"Counter\"} lock: Option Tid;
    yield invariant {:layer 1} {:module \"Counter\"} Inv();
    preserves lock is None;          // at layer 1, `lock` belongs to `Lock`

At each layer, the gates and bodies of actions, the contracts and statements of yield procedures and the conditions of
invariants refer only to variables that belong to the same module at that layer. What belongs to different modules then
has nothing in common, and is not checked against each other. A call of a procedure that has become an action at the
layer, or of a mover procedure at its own, is a step of the caller, and so refers to what the callee does.

What helps: call a procedure of the other module that is still a procedure at that layer; call a yield invariant of the
other module in place of naming its variables; or let the variable, and the actions on it, migrate: `{:module 2, \"Counter\"}`
says that they belong to `Counter` from layer 2 on.",
};

pub static MODULE: Code = Code {
    id: "E0581",
    name: "module",
    kind: Kind::Wrong,
    explanation: "\
An attribute that says where a declaration belongs cannot be understood, or contradicts another.

    {:module \"Lock\"}                 belongs to `Lock`
    {:module 2, \"Counter\"}           and from layer 2 on to `Counter`
    {:functor \"Lock\"}                is part of the functor `Lock`
    {:instance \"Lock1\", \"Lock\", \"Acquire\"}
                                     is the copy in `Lock1` of what is called `Acquire` in the functor `Lock`

They stand at global variables, actions, yield procedures and invariants. The action that is written inside a `refines`
clause belongs where its procedure does, unless it says otherwise. A declaration migrates at layers at which it exists.
Functors and instances are closed: nothing joins them by `{:module}`, and what belongs to a functor stays there.

What helps: correct the attribute as the message says.",
};

pub static FUNCTOR: Code = Code {
    id: "E0582",
    name: "functor",
    kind: Kind::Wrong,
    explanation: "\
A functor is not closed: something in it refers to what is not part of it.

    var {:layer 0, 1} x: int;
    action {:layer 1} {:functor \"F\"} A() { x := 0; }      // whose `x` would a copy of `A` change?

Each instance has copies of what is in the functor, and what is proved of the functor holds for them because nothing else
takes part. Types, functions, constants, pure procedures and pure actions have no state; everything may use them.

What helps: make what is referred to a part of the functor, `{:functor \"F\"}`.",
};

pub static INSTANCE: Code = Code {
    id: "E0583",
    name: "instance",
    kind: Kind::Wrong,
    explanation: "\
A declaration of an instance is not the copy of the functor's declaration that it says to be, or the instance is not
complete.

    yield procedure {:layer 1} {:functor \"Lock\"} Acquire() refines AcquireSpec; { … }
    yield procedure {:layer 1} {:instance \"Lock1\", \"Lock\", \"Acquire\"} Acquire1();     // refines what?

A copy reads as the original does, with the names of the instance in place of those of the functor: types, parameters,
layers, mover type, contract, what it refines, and the body of an action. A yield procedure has no body: its body is the
functor's. What a copy refers to is part of the same instance.

If something of the instance migrates to another module at layer `k`, the copy must be there in full from `k` on: the
procedures of the functor have become actions below `k`, and all else of it that exists at `k` or above is declared in the
instance. Then whatever meets it there is checked against it.

What helps: write the declaration as the functor has it; declare what is missing; migrate at a higher layer.",
};

pub static CODES: &[&Code] = &[&OWNERSHIP, &MODULE, &FUNCTOR, &INSTANCE];
