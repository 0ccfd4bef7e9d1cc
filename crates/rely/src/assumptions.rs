//! What is taken for granted in the procedures that stand for methods, and who shows it.
//!
//! Every assumption has a reason: what it says, and after the dash where it is shown. A reason that is shown nowhere would
//! be a hole. `docs/rely.md` has them as a table.

/// Why something is assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Integers are in their range, objects of their class – javac.
    Typed,
    /// `this`, the thread and the arguments are there, and known to others – callers hand on nothing that is their own.
    Entry,
    /// `run` of a thread is run by it, `main` by the main thread – no thread is handed on as a task, and no caller sees
    /// an abstraction of it.
    OwnThread,
    /// What a method requires, and the lock that it is to be called with – each call, as `method-precondition`.
    Precondition,
    /// What is read from shared objects, given back or thrown is null, shared, or made here – whatever is stored or
    /// left to a caller is published.
    Reachable,
    /// A new object is nobody else's, and all in it is zero – Java.
    Fresh,
    /// Final fields hold what every constructor gives them – the text of the constructors, and `write-not-allowed`
    /// where `this` leaks.
    Origin,
    /// Global invariants after steps of others – each step, as `global-invariant`, and at the start.
    Invariant,
    /// What declarations say of steps of others – each step, as `guard`, `write-not-allowed` and `environment`;
    /// `stability`.
    Promise,
    /// Others take no lock from this thread, and change nothing that is its own; what is shared stays so – Java.
    Java,
    /// A lock that was taken was free, or held by this thread – Java: it waits until then.
    Taken,
    /// A callee does what its abstraction says, and keeps the clauses of the classes that it knows – the callee, which
    /// is one of the methods checked.
    Abstraction,
    /// Results of library methods – trusted.
    Model,
    /// Before a class is initialised its static fields are zero, and it has no objects – Java, but for cycles of
    /// initialisers.
    Initialiser,
    /// One of two cases, both of which are looked at – the other branch.
    Case,
    /// Counts agree with holders, own objects are out of reach, copies are copies – each step of the encoding keeps it.
    Bookkeeping,
    /// What is to be proved, while guesses are tried – the proof itself, afterwards.
    Trial,
    /// Nothing follows an exit of the program, or a throw – control goes elsewhere.
    Unreached,
    /// The states that a question about declarations is asked of – nothing is concluded of others.
    Question,
}

impl Reason {
    /// As in the document.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Typed => "typed",
            Reason::Entry => "entry",
            Reason::OwnThread => "own_thread",
            Reason::Precondition => "precondition",
            Reason::Reachable => "reachable",
            Reason::Fresh => "fresh",
            Reason::Origin => "origin",
            Reason::Invariant => "invariant",
            Reason::Promise => "promise",
            Reason::Java => "java",
            Reason::Taken => "taken",
            Reason::Abstraction => "abstraction",
            Reason::Model => "model",
            Reason::Initialiser => "initialiser",
            Reason::Case => "case",
            Reason::Bookkeeping => "bookkeeping",
            Reason::Trial => "trial",
            Reason::Unreached => "unreached",
            Reason::Question => "question",
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
            let begin = format!("| `{}` | ", reason.name());
            let line = document.lines().find(|line| line.starts_with(&begin));
            let cells = line.map(|line| line.split('|').filter(|cell| !cell.trim().is_empty()).count());
            assert_eq!(cells, Some(3), "docs/rely.md has no line {begin}… that says what and who shows it");
        }
        let names: BTreeSet<&str> = ALL.iter().map(|reason| reason.name()).collect();
        assert_eq!(names.len(), Reason::Question as usize + 1);
    }
}
