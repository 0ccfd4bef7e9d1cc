//! What a run may do wrong.

use super::super::codes;
use source::{Code, Span};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// An exception that Java's own checks have made and nobody catches.
    Uncaught,
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
    pub const ALL: [FaultKind; 14] = [
        FaultKind::Uncaught,
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
    /// The annotation that it breaks.
    pub declared: Option<Span>,
}

impl Fault {
    pub fn new(kind: FaultKind, span: Span, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), span, declared: None }
    }

    pub fn against(self, declared: Span) -> Fault {
        Fault { declared: Some(declared), ..self }
    }
}
