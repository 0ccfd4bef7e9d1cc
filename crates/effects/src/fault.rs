//! What can go wrong when a step runs on a view.

/// A reason why a program is not proved. The view may be too coarse, so each is a candidate for a refutation at most.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fault {
    NullDereference,
    UndefinedDereference,
    /// Ownership violation (A): a cell is freed that is free or owned by another thread.
    FreeOfFree,
    FreeOfShared,
    FreeOfUndefined,
    /// A cell is freed whose lock is held.
    FreeOfLocked,
    /// Ownership violation (B): a cell is written that is free or owned by another thread.
    WriteToFree,
    /// Ownership violation (C): a cell becomes reachable from the globals that is free or owned by another thread.
    PublicationOfFree,
    /// A cell that its owner retired comes back under the root.
    RetiredAgain,
    /// Within a locked section, which is atomic only if it reads what is not free.
    ReadOfFree,
    /// A pointer in a cell is replaced while a locked section of another thread relies on it.
    Replaced,
    /// A cell that is neither freed nor reachable by anyone.
    Leak,
    Assertion,
    DivisionByZero,
    /// The observed value is removed and was never inserted, or removed before.
    RemovedTwice,
    RemovedBeforeInserted,
    /// The observed values are removed in the wrong order.
    WrongOrder,
    /// Nothing is found although the observed value is in the structure.
    EmptyWhileFull,
    /// An operation of a set says of its key what was not so.
    WrongAnswer,
    /// A key is added that is there.
    AddedTwice,
    /// The value returned is not determined.
    UndefinedResult,
    /// The value returned is not the one that was there when the removal took effect.
    OtherResult,
    /// An operation returns and never took effect.
    NeverLinearized,
    /// An operation takes effect twice.
    LinearizedTwice,
    /// An insertion that says that it failed.
    FailedInsertion,
    /// The lock of a cell is used, or its cell becomes shared, before the lock is initialised.
    UninitialisedLock,
    /// The lock of a cell is released by a thread that does not hold it.
    NotHeld,
    /// The lock of a cell is initialised that others may be using.
    LockInitialisedAgain,
    /// A decision depends on a value that a caller handed in, or arithmetic is done with it.
    DataDependence,
    /// More cells than a view can name.
    TooManyCells,
}

impl Fault {
    /// What the finding says.
    pub fn sentence(self) -> &'static str {
        match self {
            Fault::NullDereference => "a null pointer may be dereferenced here",
            Fault::UndefinedDereference => {
                "a pointer may be dereferenced here that was read from free or uninitialised memory"
            }
            Fault::FreeOfFree => "a cell may be freed here that is already free or belongs to another thread",
            Fault::FreeOfShared => "a cell may be freed here that others can still reach",
            Fault::FreeOfUndefined => "a pointer may be freed here that was read from free or uninitialised memory",
            Fault::FreeOfLocked => "a cell may be freed here whose lock is held",
            Fault::WriteToFree => "a cell may be written here that is free or belongs to another thread",
            Fault::PublicationOfFree => "a cell may become reachable here that is free or belongs to another thread",
            Fault::RetiredAgain => {
                "a cell may come back here that was cut off and that the thread which did so is about to free"
            }
            Fault::ReadOfFree => "a locked section may read a cell here that is free or belongs to another thread",
            Fault::Replaced => {
                "a pointer that is not null may be replaced here while a locked section of another thread relies on it"
            }
            Fault::Leak => "a cell may be lost here: nobody can reach it, and it is not freed",
            Fault::Assertion => "this may not hold",
            Fault::DivisionByZero => "a number may be divided by zero here",
            Fault::RemovedTwice => "a value may be removed twice",
            Fault::RemovedBeforeInserted => "a value may be removed that was not inserted",
            Fault::WrongOrder => "values may be removed in the wrong order",
            Fault::EmptyWhileFull => "the structure may be reported empty although a value is in it",
            Fault::WrongAnswer => "an operation may say of its key what was not so at the moment when it looked",
            Fault::AddedTwice => "a key may be added that is there already",
            Fault::UndefinedResult => "the value returned may come from free or uninitialised memory",
            Fault::OtherResult => "the value returned may not be the one that is removed",
            Fault::NeverLinearized => "an operation may return without an effect",
            Fault::LinearizedTwice => "an operation may take effect twice",
            Fault::FailedInsertion => "an insertion may report that it failed",
            Fault::UninitialisedLock => {
                "the lock of a cell may be used here, or made known to others, before it is initialised"
            }
            Fault::NotHeld => "the lock of a cell may be released here by a thread that does not hold it",
            Fault::LockInitialisedAgain => "the lock of a cell may be initialised here that others may be using",
            Fault::DataDependence => "what happens here depends on the values that callers hand in",
            Fault::TooManyCells => "too many cells are of interest at the same time",
        }
    }

    /// Whether another choice of linearization points may avoid it.
    pub fn depends_on_points(self) -> bool {
        match self {
            Fault::RemovedTwice
            | Fault::RemovedBeforeInserted
            | Fault::WrongOrder
            | Fault::EmptyWhileFull
            | Fault::WrongAnswer
            | Fault::AddedTwice
            | Fault::UndefinedResult
            | Fault::OtherResult
            | Fault::NeverLinearized
            | Fault::LinearizedTwice => true,
            Fault::NullDereference
            | Fault::UndefinedDereference
            | Fault::FreeOfFree
            | Fault::FreeOfShared
            | Fault::FreeOfUndefined
            | Fault::FreeOfLocked
            | Fault::WriteToFree
            | Fault::PublicationOfFree
            | Fault::RetiredAgain
            | Fault::ReadOfFree
            | Fault::Replaced
            | Fault::Leak
            | Fault::Assertion
            | Fault::DivisionByZero
            | Fault::FailedInsertion
            | Fault::UninitialisedLock
            | Fault::NotHeld
            | Fault::LockInitialisedAgain
            | Fault::DataDependence
            | Fault::TooManyCells => false,
        }
    }

    /// Whether it counts although it is a summary that goes wrong: the thread for which the summary stands would see nothing
    /// wrong in its own view.
    pub fn is_of_the_view(self) -> bool {
        matches!(self, Fault::RetiredAgain | Fault::FreeOfLocked) || self.is_limit()
    }

    /// Whether it says something of the method rather than of the program.
    pub fn is_limit(self) -> bool {
        matches!(self, Fault::DataDependence | Fault::TooManyCells | Fault::Replaced | Fault::LockInitialisedAgain)
    }
}
