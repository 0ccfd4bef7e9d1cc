//! What is taken for granted in the procedures that stand for methods, and who shows it.
//!
//! Every assumption has a reason, and each reason a row: what it says, and where it is shown. A reason whose last column
//! is empty would be a hole. `docs/rely.md` has the same table.

/// Why something is assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Typed,
    Entry,
    OwnThread,
    Precondition,
    Reachable,
    Fresh,
    Origin,
    Invariant,
    Promise,
    Java,
    Taken,
    Abstraction,
    Model,
    Initialiser,
    Case,
    Bookkeeping,
    Trial,
    Unreached,
    Question,
}

pub struct Row {
    pub name: &'static str,
    /// What is assumed, and who shows it: for the reader, and for the test that the document says the same.
    #[cfg_attr(not(test), expect(dead_code))]
    pub law: &'static str,
    #[cfg_attr(not(test), expect(dead_code))]
    pub shown: &'static str,
}

const fn row(name: &'static str, law: &'static str, shown: &'static str) -> Row {
    Row { name, law, shown }
}

impl Reason {
    pub fn row(self) -> Row {
        match self {
            Reason::Typed => row("typed", "integers are in their range, objects of their class", "javac"),
            Reason::Entry => row(
                "entry",
                "`this`, the thread and the arguments are there, and known to others",
                "callers hand on nothing that is their own",
            ),
            Reason::OwnThread => row(
                "own_thread",
                "`run` of a thread is run by it, `main` by the main thread",
                "no thread is handed on as a task, and no caller sees an abstraction of it",
            ),
            Reason::Precondition => row(
                "precondition",
                "what a method requires, and the lock that it is to be called with",
                "each call, as `method-precondition`",
            ),
            Reason::Reachable => row(
                "reachable",
                "what is read from shared objects, given back or thrown is null, shared, or made here",
                "whatever is stored or left to a caller is published",
            ),
            Reason::Fresh => row("fresh", "a new object is nobody else's, and all in it is zero", "Java"),
            Reason::Origin => row(
                "origin",
                "final fields hold what every constructor gives them",
                "the text of the constructors, and `write-not-allowed` where `this` leaks",
            ),
            Reason::Invariant => row(
                "invariant",
                "global invariants after steps of others",
                "each step, as `global-invariant`, and at the beginning",
            ),
            Reason::Promise => row(
                "promise",
                "what declarations say of steps of others",
                "each step, as `guard`, `write-not-allowed` and `environment`; `stability`",
            ),
            Reason::Java => row(
                "java",
                "others take no lock from this thread, and change nothing that is its own; what is shared stays so",
                "Java",
            ),
            Reason::Taken => {
                row("taken", "a lock that was taken was free, or held by this thread", "Java: it waits until then")
            }
            Reason::Abstraction => row(
                "abstraction",
                "a callee does what its abstraction says, and keeps the clauses of the classes that it knows",
                "the callee, which is one of the methods checked",
            ),
            Reason::Model => row("model", "results of library methods", "trusted"),
            Reason::Initialiser => row(
                "initialiser",
                "before a class is initialised its static fields are zero, and it has no objects",
                "Java, but for circles of initialisers",
            ),
            Reason::Case => row("case", "one of two cases, both of which are looked at", "the other branch"),
            Reason::Bookkeeping => row(
                "bookkeeping",
                "counts agree with holders, own objects are out of reach, copies are copies",
                "each step of the encoding keeps it",
            ),
            Reason::Trial => {
                row("trial", "what is to be proved, while guesses are tried", "the proof itself, afterwards")
            }
            Reason::Unreached => {
                row("unreached", "nothing follows an exit of the program, or a throw", "control goes elsewhere")
            }
            Reason::Question => row(
                "question",
                "the states that a question about declarations is asked of",
                "nothing is concluded of others",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reason;
    use std::collections::BTreeSet;

    const ALL: [Reason; 19] = [
        Reason::Typed,
        Reason::Entry,
        Reason::OwnThread,
        Reason::Precondition,
        Reason::Reachable,
        Reason::Fresh,
        Reason::Origin,
        Reason::Invariant,
        Reason::Promise,
        Reason::Java,
        Reason::Taken,
        Reason::Abstraction,
        Reason::Model,
        Reason::Initialiser,
        Reason::Case,
        Reason::Bookkeeping,
        Reason::Trial,
        Reason::Unreached,
        Reason::Question,
    ];

    #[test]
    fn every_reason_is_in_the_document() {
        let document = include_str!("../../../docs/rely.md");
        for reason in ALL {
            let row = reason.row();
            let line = format!("| `{}` | {} | {} |", row.name, row.law, row.shown);
            assert!(document.contains(&line), "docs/rely.md has no line\n{line}");
        }
        let names: BTreeSet<&str> = ALL.iter().map(|reason| reason.row().name).collect();
        assert_eq!(names.len(), Reason::Question as usize + 1);
    }
}
