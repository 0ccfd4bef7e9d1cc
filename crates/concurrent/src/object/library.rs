//! What engines may know of library classes and methods: the kinds that their models are marked with.
//!
//! A model is a header without a body. What it does is its [`LibraryMethod`]; what code of the program it runs in between
//! are its [`Callback`]s; what its result is, if arithmetic tells, is its [`Arithmetic`]; how its class behaves when several threads use it is the [`LibraryClass`], with its [`Promise`]s.

/// The name of the method of a function whose type is not seen.
pub const UNSEEN_FUNCTION: &str = "<function>";

macro_rules! kinds {
    ($(#[$doc:meta])* pub enum $enum:ident { $($(#[$variant_doc:meta])* $name:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $enum { $($(#[$variant_doc])* $name,)* }

        impl $enum {
            /// The kind of this name, as models are marked.
            pub fn named(name: &str) -> Option<$enum> {
                match name {
                    $(stringify!($name) => Some($enum::$name),)*
                    _ => None,
                }
            }

            pub fn name(self) -> &'static str {
                match self {
                    $($enum::$name => stringify!($name),)*
                }
            }
        }
    };
}

kinds! {
    /// The contract of a library class.
    pub enum LibraryClass {
        /// Without state that a thread could change, once it is built: `String`, boxes, exceptions, functions.
        Immutable,
        /// Threads may use it as they like: concurrent and synchronized collections, `StringBuffer`, `Random`.
        ThreadSafe,
        /// Needs protection as if it were one field: `ArrayList`, `HashMap`, `StringBuilder`, iterators.
        NotThreadSafe,
        /// An interface that both kinds implement, such as `List` and `Runnable`: the object decides.
        Depends,
        /// `AtomicInteger` and its kin: one cell.
        Atomic,
        /// `AtomicIntegerArray` and its kin: one cell for each index.
        AtomicArray,
        /// `Lock` and `ReentrantLock`, also the two sides of a read-write lock.
        Lock,
        /// `ReadWriteLock` and `ReentrantReadWriteLock`.
        ReadWriteLock,
        StampedLock,
        Condition,
        Semaphore,
        Latch,
        Barrier,
        Thread,
        /// Runs tasks in other threads.
        Executor,
        Future,
        ThreadLocal,
    }
}

kinds! {
    /// What a library class says besides its contract.
    pub enum Promise {
        /// Its objects, and there are none of a class below, lead to no others: texts, boxes.
        Inert,
        /// Of a lock: one thread has it at a time.
        Exclusive,
        /// Of a lock: it is the side of a read-write lock that several threads have at once.
        ReadSide,
        /// What an atomic holds.
        IntCell,
        LongCell,
        BooleanCell,
        ReferenceCell,
        /// Compares what it holds, to keep it in order: `TreeMap`, `PriorityQueue`.
        Sorted,
    }
}

kinds! {
    /// What a library method does.
    pub enum LibraryMethod {
        /// A constructor: builds an object of the class's contract, from its arguments.
        New,
        /// Nothing but its result, which depends on the arguments and on what never changes.
        Pure,
        /// The same, and never returns null.
        Fresh,
        /// Looks at the outside world, such as the clock or the environment; changes nothing of the program.
        Input,
        /// Changes the outside world, such as the console; nothing of the program.
        Output,
        /// Reads the receiver's own state.
        Read,
        /// Reads and changes the receiver's own state. Also what is not known better.
        Write,
        /// As `Pure`, `Read` and `Write`, and runs the functions among its arguments, in this thread, before it returns,
        /// any number of times.
        CallbackPure,
        CallbackRead,
        CallbackWrite,
        /// Keeps the functions among its arguments to run them later, in whatever thread.
        CallbackLater,
        /// A primitive value as an object, and back.
        Box,
        Unbox,
        /// `String.equals`.
        StringEquals,
        /// Does not return.
        Halt,

        Equals,
        HashCode,
        ToString,
        GetClass,
        Clone,
        Wait,
        TimedWait,
        /// `unit.timedWait(object, time)`: lowered to a `TimedWait`, so that no call has this kind.
        UnitTimedWait,
        Notify,
        NotifyAll,
        EnumValues,
        EnumValueOf,

        CurrentThread,
        ThreadStart,
        /// Of a thread that was built with a `Runnable`: runs it.
        ThreadRun,
        ThreadJoin,
        TimedThreadJoin,
        ThreadSleep,
        ThreadYield,
        ThreadInterrupt,
        /// `Thread.holdsLock(o)`.
        HoldsLock,

        /// Runs its task in another thread.
        Execute,
        /// The same, and returns a future.
        Submit,
        InvokeAll,
        Shutdown,
        AwaitTermination,
        FutureGet,
        TimedFutureGet,
        FutureIsDone,
        FutureCancel,

        AtomicGet,
        AtomicSet,
        AtomicGetAndSet,
        CompareAndSet,
        /// Like `CompareAndSet`, and may fail for no reason.
        WeakCompareAndSet,
        GetAndIncrement,
        IncrementAndGet,
        GetAndDecrement,
        DecrementAndGet,
        GetAndAdd,
        AddAndGet,
        /// With a function that may run several times.
        GetAndUpdate,
        UpdateAndGet,
        GetAndAccumulate,
        AccumulateAndGet,

        Lock,
        LockInterruptibly,
        TryLock,
        TimedTryLock,
        Unlock,
        NewCondition,
        /// The sides of a read-write lock; always the same object.
        ReadLock,
        WriteLock,
        IsHeldByCurrentThread,
        IsLocked,
        HoldCount,
        ConditionAwait,
        TimedConditionAwait,
        ConditionSignal,
        ConditionSignalAll,

        StampWriteLock,
        StampReadLock,
        StampTryWriteLock,
        StampTryReadLock,
        StampOptimisticRead,
        StampValidate,
        StampUnlock,
        StampUnlockRead,
        StampUnlockWrite,
        StampToWrite,
        StampToRead,
        StampToOptimistic,
        /// `StampedLock.isReadLockStamp(stamp)` and its kin.
        StampIsRead,
        StampIsWrite,
        StampIsLock,
        StampIsOptimistic,

        SemaphoreAcquire,
        SemaphoreTryAcquire,
        SemaphoreRelease,
        LatchCountDown,
        LatchAwait,
        TimedLatchAwait,
        LatchCount,
        BarrierAwait,

        /// Waits until there is an element, takes it.
        BlockingTake,
        /// Waits until there is room, puts it.
        BlockingPut,
    }
}

kinds! {
    /// Which threads run the functions that are given to the stream that a library method returns, before or after: the
    /// method that was called last decides for all of them. Of a method that returns no stream, those that it is given.
    pub enum Threads {
        /// This one and others, at the same time.
        Parallel,
        /// This one alone.
        Sequential,
    }
}

kinds! {
    /// What threads that share an object may rely on, of a library method.
    pub enum Sharing {
        /// Threads may use what it returns as they like: `Collections.synchronizedList`, `List.of`.
        SafeResult,
        /// What it returns looks at its arguments whenever it is used: `Collections.unmodifiableList`.
        Wrapper,
        /// It looks and changes in one step, so that nothing comes in between: `Map.putIfAbsent`.
        OneStep,
    }
}

kinds! {
    /// Code of the program that a library method may run, in this thread, before it returns, any number of times.
    pub enum Callback {
        /// The method itself is for others to write: `Runnable.run`, `Function.apply`, `AutoCloseable.close`. Where no class
        /// that is given implements it, the code that made the object decides what it does. Or it runs what others have
        /// registered with the object: `CompletableFuture.complete`.
        Given,
        /// The method itself compares objects: `Comparable.compareTo`, `Comparator.compare`.
        Comparison,
        /// The constructors of its class run the method itself, of the object that they build: `Throwable.fillInStackTrace`.
        Constructors,
        /// The functions among its arguments, at once or at some later use of the receiver or the result. Of a constructor
        /// that is marked `Content`, too: methods of the objects that it is given, whenever the one that it makes is used.
        Functions,
        /// `toString` of its arguments and of what they hold; of the receiver, if there are none or it is a stream.
        Text,
        /// `equals` of the same.
        Equality,
        /// `hashCode` and `equals` of the same.
        Hashing,
        /// What compares objects, whatever they are.
        Order,
        /// Whatever the library knows of its arguments: the elements of a collection, the characters of a text.
        Content,
    }
}

kinds! {
    /// What the result of a library method is, said of its values: the receiver, if it has one, and the arguments.
    pub enum Arithmetic {
        /// The smaller of two numbers: `Math.min`.
        Least,
        /// The larger of two numbers: `Math.max`.
        Greatest,
        /// Less than zero, zero, or more, as the first value is less than the second, equal, or more, in the one order that
        /// their class has for ever: `Long.compare`, `String.compareTo`.
        Compare,
        /// A number that an object keeps, and that others may have, too: `System.identityHashCode`.
        IdentityHash,
        /// A number that is never negative: `Collection.size`.
        Count,
    }
}

kinds! {
    /// What a library method throws exceptions about its arguments for: nothing else makes it throw them. Without a mark,
    /// whatever it is given may.
    pub enum Refusal {
        /// A number below zero; a load factor that is not above zero.
        Negative,
        /// A number below one.
        NotPositive,
        /// A number that is no priority of a thread: from 1 to 10.
        NoPriority,
        /// A number that no phaser counts to: from 0 to 65535.
        TooMany,
        /// Milliseconds below zero, or nanoseconds that are none within a millisecond.
        NoTime,
        /// A number below zero, or a last one below one: a delay and a period.
        NoPeriod,
        /// A text without characters.
        Empty,
        /// A text that is no pattern, or what to put in its place.
        NoPattern,
        /// A text that does not say how to write the other arguments.
        NoFormat,
        /// Two keys, or two elements, that are equal.
        Twice,
        /// A first argument that has no order, where the receiver has none for it: a `ClassCastException`.
        Incomparable,
        /// A last argument that the first, an array, does not hold: an `ArrayStoreException`.
        Foreign,
    }
}

impl LibraryMethod {
    /// Whether it only looks, so that nothing but its result tells whether it was called.
    pub fn only_looks(self) -> bool {
        use LibraryMethod as Kind;
        let looks_at_values = matches!(
            self,
            Kind::Pure
                | Kind::Fresh
                | Kind::Input
                | Kind::Read
                | Kind::Box
                | Kind::Unbox
                | Kind::StringEquals
                | Kind::Equals
                | Kind::HashCode
                | Kind::ToString
                | Kind::GetClass
                | Kind::AtomicGet
        );
        let looks_at_threads = matches!(
            self,
            Kind::CurrentThread
                | Kind::HoldsLock
                | Kind::IsHeldByCurrentThread
                | Kind::IsLocked
                | Kind::HoldCount
                | Kind::ReadLock
                | Kind::WriteLock
                | Kind::StampValidate
                | Kind::LatchCount
                | Kind::FutureIsDone
        );
        looks_at_values || looks_at_threads
    }
}
