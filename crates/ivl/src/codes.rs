//! The codes of the sequential engine's findings, with their long texts.

use crate::body::GoalKind;
use source::{Code, Kind};

pub static ASSERTION: Code = Code {
    id: "E0401",
    name: "assertion",
    kind: Kind::Wrong,
    explanation: "An `assert` might not hold where it stands.\n\n\
        The condition is judged on every run that reaches it and on which all earlier assertions held. The trace is \
        one run on which it fails, with the values that variables get on the way.\n\n\
        \x20   procedure P(x: int) {\n\
        \x20     assert x > 0;   // x may be anything\n\
        \x20   }\n\n\
        If the run in the trace cannot happen, tell the verifier why: a precondition (`requires`), a loop invariant, \
        or a postcondition of a procedure that was called. If it can happen, the program is wrong.",
};

pub static PRECONDITION: Code = Code {
    id: "E0402",
    name: "precondition",
    kind: Kind::Wrong,
    explanation: "A `requires` clause of the called procedure might not hold at this call.\n\n\
        \x20   procedure Root(n: int) returns (r: int);\n\
        \x20     requires n >= 0;\n\
        \x20   procedure P(x: int) {\n\
        \x20     var r: int;\n\
        \x20     call r := Root(x);   // x may be negative\n\
        \x20   }\n\n\
        Establish the condition before the call, or require it of the caller.",
};

pub static POSTCONDITION: Code = Code {
    id: "E0403",
    name: "postcondition",
    kind: Kind::Wrong,
    explanation: "An `ensures` clause might not hold when the implementation returns.\n\n\
        \x20   procedure Abs(x: int) returns (r: int)\n\
        \x20     ensures r >= 0;\n\
        \x20   {\n\
        \x20     r := x;   // negative for negative x\n\
        \x20   }\n\n\
        The last step of the trace is the return where it fails.",
};

pub static INVARIANT_ENTRY: Code = Code {
    id: "E0404",
    name: "invariant-entry",
    kind: Kind::Wrong,
    explanation: "A loop invariant might not hold when the loop is first reached.\n\n\
        \x20   i := -1;\n\
        \x20   while (i < n)\n\
        \x20     invariant 0 <= i;   // not on entry\n\n\
        Weaken the invariant, or make it true before the loop.",
};

pub static INVARIANT_PRESERVED: Code = Code {
    id: "E0405",
    name: "invariant-preserved",
    kind: Kind::Wrong,
    explanation: "A loop invariant might not hold after an iteration of the loop.\n\n\
        An iteration starts in any state that satisfies the invariants; what they do not say about the variables that \
        the loop changes is not known. The trace starts from such a state.\n\n\
        \x20   while (i < n)\n\
        \x20     invariant i <= n;\n\
        \x20   { i := i + 2; }   // may step over n\n\n\
        Strengthen the invariants until they prove themselves, or mend the body.",
};

pub static MEASURE: Code = Code {
    id: "E0406",
    name: "measure",
    kind: Kind::Wrong,
    explanation: "A measure might not be bounded or might not fall.\n\n\
        Integers in a measure are at least zero at each loop head or call, and the tuple becomes lexicographically \
        smaller with each iteration, and from a caller to a callee that may call it back. For truth values, false is \
        smaller than true.\n\n\
        \x20   while (i < n)\n\
        \x20     measure n - i;   // needs the invariant i <= n\n\
        \x20   { i := i + 1; }",
};

pub static UNPACK: Code = Code {
    id: "E0407",
    name: "unpack",
    kind: Kind::Wrong,
    explanation: "The value taken apart might have another constructor.\n\n\
        \x20   Some(x) := o;   // fails if o is None()\n\n\
        Test with `is` before taking the value apart.",
};

pub static WHERE_KEPT: Code = Code {
    id: "E0408",
    name: "where",
    kind: Kind::Wrong,
    explanation: "A where-clause might not hold of values that the program computes.\n\n\
        A where-clause says which values `havoc` and the start of a body choose from. The proof also goes on from it at the \
        head of a loop that changes the variable, where a procedure starts (its arguments, and all globals) and where a call \
        returns (its results, and the globals it may change). So it is proved there: when a loop is first reached and after \
        each iteration, at each call, and at the end of a procedure that is called.\n\n\
        \x20   var i: int where i <= 10;\n\
        \x20   i := 0;\n\
        \x20   while (i < n) { i := i + 1; }   // leaves the range for n == 11\n\
        \x20   assert i <= 10;\n\n\
        What helps: an invariant, a precondition or a postcondition from which the clause follows; or remove the clause, and \
        state what really holds as one of those.",
};

pub static VACUOUS: Code = Code {
    id: "E0410",
    name: "vacuous",
    kind: Kind::Wrong,
    explanation: "What is assumed contradicts itself, so everything follows from it and the proof says nothing.\n\n\
        Reported for axioms that exclude each other, for preconditions and where-clauses that no state satisfies, and \
        for a loop that is reached but whose invariants (with free ones) no state satisfies.\n\n\
        \x20   procedure P(x: int)\n\
        \x20     requires x < 0 && x > 0;   // no call satisfies this\n\n\
        A procedure that is never to be called needs no implementation; an axiom is better proved as a lemma.",
};

pub static WHERE: Code = Code {
    id: "E0411",
    name: "where-believed",
    kind: Kind::Trusted,
    explanation: "A where-clause is believed of what a procedure without a checked body returns. This is a warning.\n\n\
        Where a call returns, the proof goes on from the where-clauses of the results and of the globals that the callee may \
        change. The body of the callee proves them; if it has none, or one with `{:verify false}`, nothing does.\n\n\
        \x20   procedure Read() returns (y: int where 0 <= y);   // no body: `0 <= y` is believed\n\n\
        What helps: a body. If there cannot be one, the clause is part of what is assumed about the procedure, as its \
        postconditions are.",
};

pub static TRUSTED: Code = Code {
    id: "E0412",
    name: "trusted",
    kind: Kind::Trusted,
    explanation: "What the proof rests on because the text says so. This is a note.\n\n\
        A `free` condition or invariant is believed where it helps and proved nowhere; a body with `{:verify false}` is not \
        checked, and callers believe what its procedure promises. At a `free call` the preconditions are not proved.\n\n\
        What helps: remove the word, and prove the condition.",
};

pub static UNKNOWN: Code = Code {
    id: "E0420",
    name: "unknown",
    kind: Kind::Unknown,
    explanation: "The solver gave no answer, so nothing is known of these conditions.\n\n\
        It ran out of time or memory, died, or printed what is no answer; the message says which. More time \
        (`--timeout`), a lemma as an intermediate `assert`, or simpler quantifiers with triggers may help.",
};

pub static UNSUPPORTED: Code = Code {
    id: "E0490",
    name: "unsupported",
    kind: Kind::Unsupported,
    explanation: "The program uses a construct that is not modelled yet, so nothing is said about the procedure.",
};

pub static INTERNAL: Code = Code {
    id: "E0499",
    name: "internal",
    kind: Kind::Internal,
    explanation: "The verifier itself failed on this procedure. Nothing is said about it. Please report the program.",
};

pub static ALL: &[&Code] = &[
    &ASSERTION,
    &PRECONDITION,
    &POSTCONDITION,
    &INVARIANT_ENTRY,
    &INVARIANT_PRESERVED,
    &MEASURE,
    &UNPACK,
    &WHERE_KEPT,
    &VACUOUS,
    &WHERE,
    &TRUSTED,
    &UNKNOWN,
    &UNSUPPORTED,
    &INTERNAL,
];

/// The code of a goal that is not proved.
pub fn of_goal(kind: &GoalKind) -> &'static Code {
    match kind {
        GoalKind::Assertion => &ASSERTION,
        GoalKind::Precondition { .. } => &PRECONDITION,
        GoalKind::Postcondition => &POSTCONDITION,
        GoalKind::InvariantEntry => &INVARIANT_ENTRY,
        GoalKind::InvariantPreserved => &INVARIANT_PRESERVED,
        GoalKind::Where { .. } => &WHERE_KEPT,
        GoalKind::MeasureBounded | GoalKind::MeasureDecreases => &MEASURE,
        GoalKind::Unpack => &UNPACK,
        GoalKind::Claim(claim) => claim.failure.code,
    }
}
