//! What a run may do wrong.

use super::super::codes;
use source::{Code, Span};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// An exception that Java's own checks have made and nobody catches.
    Uncaught,
    /// A thread of the program ends by an exception that it or the library throws.
    Died,
    /// Two threads use an object of the library at once that is not made for that, and one changes it.
    Race,
    /// `wait`, `notify` or `unlock` by a thread that does not hold the lock.
    MonitorState,
    /// An `assert`, in Java or in an annotation.
    Assertion,
    LoopInvariant,
    GlobalInvariant,
    EnvAssumption,
    Requires,
    Ensures,
    GuardedBy,
    WritableIf,
    ReadableIf,
    UnwritableByEnvIf,
    Deadlock,
    LockHeld,
}

impl FaultKind {
    pub const ALL: [FaultKind; 16] = [
        FaultKind::Uncaught,
        FaultKind::Died,
        FaultKind::Race,
        FaultKind::MonitorState,
        FaultKind::Assertion,
        FaultKind::LoopInvariant,
        FaultKind::GlobalInvariant,
        FaultKind::EnvAssumption,
        FaultKind::Requires,
        FaultKind::Ensures,
        FaultKind::GuardedBy,
        FaultKind::WritableIf,
        FaultKind::ReadableIf,
        FaultKind::UnwritableByEnvIf,
        FaultKind::Deadlock,
        FaultKind::LockHeld,
    ];

    pub fn code(self) -> &'static Code {
        match self {
            FaultKind::Uncaught => &codes::UNCAUGHT,
            FaultKind::Died => &codes::THREAD_DEATH,
            FaultKind::Race => &codes::COLLECTION_RACE,
            FaultKind::MonitorState => &codes::MONITOR_STATE,
            FaultKind::Assertion | FaultKind::LoopInvariant => &codes::ASSERTION,
            FaultKind::GlobalInvariant | FaultKind::EnvAssumption => &codes::DECLARATION,
            FaultKind::Requires | FaultKind::Ensures => &codes::METHOD_CONTRACT,
            FaultKind::GuardedBy | FaultKind::WritableIf | FaultKind::ReadableIf | FaultKind::UnwritableByEnvIf => {
                &codes::PROTECTION
            }
            FaultKind::Deadlock => &codes::DEADLOCK,
            FaultKind::LockHeld => &codes::LOCK_HELD,
        }
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u32);

impl Kinds {
    pub const ALL: Kinds = Kinds(u32::MAX);

    pub fn without(self, kind: FaultKind) -> Kinds {
        Kinds(self.0 & !(1 << kind as u32))
    }

    pub fn contains(self, kind: FaultKind) -> bool {
        self.0 & (1 << kind as u32) != 0
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub message: String,
    pub span: Span,
    /// The annotation that it breaks, or what else belongs to it, with words.
    pub other: Option<(Span, String)>,
}

impl Fault {
    pub fn new(kind: FaultKind, span: Span, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), span, other: None }
    }

    pub fn against(self, declared: Span) -> Fault {
        self.beside(declared, "declared here")
    }

    pub fn beside(self, span: Span, words: impl Into<String>) -> Fault {
        Fault { other: Some((span, words.into())), ..self }
    }
}
