//! The codes of findings about annotations in Java sources.

use source::{Code, Kind};

pub static SYNTAX: Code = Code {
    id: "E0910",
    name: "annotation-syntax",
    kind: Kind::Unsupported,
    explanation: "\
An annotation does not follow the grammar: the message says what was expected at this place.

    //@ requires amount >
    void deposit(int amount) { … }

A clause is its keyword and what belongs to it: a condition for `requires`, names for `modifies`, a type and a name for
`ghost`. Conditions are Java expressions without calls and side effects; besides there are `==>`, `<==>`, `\\forall T x; E`,
`\\exists T x; E`, `\\old(e)`, `x'`, `\\result`, `tid`, `main`, and `o.holder`.",
};

pub static UNKNOWN: Code = Code {
    id: "E0911",
    name: "annotation-unknown",
    kind: Kind::Unsupported,
    explanation: "\
A comment that begins with `//@` or `/*@` begins with a word that is no clause.

    //@ require amount > 0

If the word is close to one of ours, the declaration that it belongs to has no verdict: what it was meant to say would not
be checked. Any other word is taken for another tool's, as in `//@formatter:off`, and is a note.

What helps: the message names the clause that is closest. A comment that is not meant as an annotation has a space in
front of the `@`.",
};

pub static MISPLACED: Code = Code {
    id: "E0912",
    name: "annotation-misplaced",
    kind: Kind::Unsupported,
    explanation: "\
A clause stands where clauses of its kind do not belong: `requires` before a field, `loop_invariant` before a statement
that is no loop, `writable_if` before a method.

    //@ loop_invariant i >= 0
    i = i + 1;

What helps: move it to the class, field, method or statement that it speaks of. `counterpoint explain annotation-syntax`
lists what there is.",
};

pub static NAME: Code = Code {
    id: "E0913",
    name: "annotation-name",
    kind: Kind::Unsupported,
    explanation: "\
An annotation names something that is not there: no variable in scope, field, ghost or class has this name.

    //@ requires amonut > 0
    void deposit(int amount) { … }

What helps: the message names what is closest. Parameters can be named in clauses of their method, locals in annotations
among the statements of their scope, fields everywhere.",
};

pub static TYPE: Code = Code {
    id: "E0914",
    name: "annotation-type",
    kind: Kind::Unsupported,
    explanation: "\
The parts of an annotation do not fit together: a condition that is no boolean, a comparison of a number and an object,
`\\old` or a prime where there is only one state, a name both with and without a prime, `\\result` of a method that returns
nothing.

    //@ requires amount
    void deposit(int amount) { … }

What helps: the message says which type was expected and which one is there.",
};

pub static CODES: &[&Code] = &[&SYNTAX, &UNKNOWN, &MISPLACED, &NAME, &TYPE];
