//! The functions and macros of known headers: a table from names to meanings.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    /// `CAS(&x, old, new)`, `__sync_bool_compare_and_swap`.
    CompareAndSwap,
    /// `__sync_val_compare_and_swap`: the value that was there.
    SwapGivingOld,
    /// `atomic_compare_exchange_strong(&x, &expected, new)`: what is there goes to `expected` if it fails.
    CompareExchange {
        is_weak: bool,
    },
    /// `__atomic_compare_exchange_n(&x, &expected, new, weak, order, order)`.
    CompareExchangeN,
    /// `__atomic_compare_exchange(&x, &expected, &new, weak, order, order)`.
    CompareExchangeByAddress,
    Load,
    /// `__atomic_load(&x, &to, order)`.
    LoadTo,
    Store,
    /// `__atomic_store(&x, &from, order)`.
    StoreFrom,
    Exchange,
    /// An operator on what is there, giving the old value or the new one.
    Fetch {
        op: Fetch,
        gives_new: bool,
    },
    TestAndSet,
    Clear,
    Malloc,
    Calloc,
    Free,
    Assert,
    LockInit,
    Lock,
    TryLock,
    Unlock,
    /// No effect on memory: back-off, fences that order everything.
    Nothing,
    Fence,
    /// The program ends.
    Abort,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fetch {
    Add,
    Subtract,
    And,
    Or,
    Xor,
}

/// How many arguments a function has: values, and after these memory orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arity {
    pub values: usize,
    pub orders: usize,
}

/// The meaning of a function, and how many arguments it has.
pub(super) fn builtin(name: &str) -> Option<(Builtin, Arity)> {
    let plain = name.strip_suffix("_explicit").filter(|plain| plain.starts_with("atomic_"));
    let (builtin, values) = meaning(plain.unwrap_or(name))?;
    let has_orders = plain.is_some() || name.starts_with("__atomic_") || builtin == Builtin::Fence;
    let orders = match builtin {
        _ if !has_orders => 0,
        Builtin::CompareExchange { .. } | Builtin::CompareExchangeN | Builtin::CompareExchangeByAddress => 2,
        _ => 1,
    };
    Some((builtin, Arity { values, orders }))
}

/// Whether the function may write where this argument of it points to.
pub(super) fn may_write(name: &str, argument: usize) -> bool {
    let Some((builtin, _)) = builtin(name) else { return false };
    match builtin {
        Builtin::CompareExchange { .. } | Builtin::CompareExchangeN | Builtin::CompareExchangeByAddress => argument < 2,
        Builtin::LoadTo => argument == 1,
        Builtin::CompareAndSwap
        | Builtin::SwapGivingOld
        | Builtin::Store
        | Builtin::StoreFrom
        | Builtin::Exchange
        | Builtin::Fetch { .. }
        | Builtin::TestAndSet
        | Builtin::Clear
        | Builtin::Free
        | Builtin::LockInit
        | Builtin::Lock
        | Builtin::TryLock
        | Builtin::Unlock => argument == 0,
        Builtin::Load
        | Builtin::Malloc
        | Builtin::Calloc
        | Builtin::Assert
        | Builtin::Nothing
        | Builtin::Fence
        | Builtin::Abort => false,
    }
}

fn meaning(plain: &str) -> Option<(Builtin, usize)> {
    Some(match plain {
        "CAS" | "__sync_bool_compare_and_swap" => (Builtin::CompareAndSwap, 3),
        "__sync_val_compare_and_swap" => (Builtin::SwapGivingOld, 3),
        "atomic_compare_exchange_strong" => (Builtin::CompareExchange { is_weak: false }, 3),
        "atomic_compare_exchange_weak" => (Builtin::CompareExchange { is_weak: true }, 3),
        "__atomic_compare_exchange_n" => (Builtin::CompareExchangeN, 4),
        "__atomic_compare_exchange" => (Builtin::CompareExchangeByAddress, 4),
        "LOAD" | "atomic_load" | "__atomic_load_n" => (Builtin::Load, 1),
        "__atomic_load" => (Builtin::LoadTo, 2),
        "atomic_store" | "__atomic_store_n" | "atomic_init" => (Builtin::Store, 2),
        "__atomic_store" => (Builtin::StoreFrom, 2),
        "atomic_exchange" | "__atomic_exchange_n" => (Builtin::Exchange, 2),
        "atomic_flag_test_and_set" | "__atomic_test_and_set" => (Builtin::TestAndSet, 1),
        "atomic_flag_clear" | "__atomic_clear" => (Builtin::Clear, 1),
        "malloc" => (Builtin::Malloc, 1),
        "calloc" => (Builtin::Calloc, 2),
        "free" => (Builtin::Free, 1),
        "assert" => (Builtin::Assert, 1),
        "pthread_mutex_init" | "pthread_spin_init" | "mtx_init" => (Builtin::LockInit, 2),
        "pthread_mutex_lock" | "pthread_spin_lock" | "mtx_lock" => (Builtin::Lock, 1),
        "pthread_mutex_trylock" | "pthread_spin_trylock" | "mtx_trylock" => (Builtin::TryLock, 1),
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "mtx_unlock" => (Builtin::Unlock, 1),
        "usleep" | "sleep" => (Builtin::Nothing, 1),
        "nanosleep" => (Builtin::Nothing, 2),
        "sched_yield" | "thrd_yield" | "__sync_synchronize" | "__builtin_ia32_pause" | "_mm_pause" => {
            (Builtin::Nothing, 0)
        }
        "atomic_thread_fence" | "__atomic_thread_fence" => (Builtin::Fence, 0),
        "abort" => (Builtin::Abort, 0),
        _ => return fetch(plain).map(|(op, gives_new)| (Builtin::Fetch { op, gives_new }, 2)),
    })
}

/// `atomic_fetch_add`, `__atomic_add_fetch`, `__sync_fetch_and_add` and their like.
fn fetch(name: &str) -> Option<(Fetch, bool)> {
    let op = |word: &str| {
        Some(match word {
            "add" => Fetch::Add,
            "sub" => Fetch::Subtract,
            "and" => Fetch::And,
            "or" => Fetch::Or,
            "xor" => Fetch::Xor,
            _ => return None,
        })
    };
    let strip = |prefix, suffix| name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix));
    let gives_old = strip("atomic_fetch_", "").or(strip("__atomic_fetch_", "")).or(strip("__sync_fetch_and_", ""));
    let gives_new = strip("__atomic_", "_fetch").or(strip("__sync_", "_and_fetch"));
    match (gives_old.and_then(op), gives_new.and_then(op)) {
        (Some(op), _) => Some((op, false)),
        (None, Some(op)) => Some((op, true)),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_an_atomic_addition() {
        let add = |gives_new, orders| Some((Builtin::Fetch { op: Fetch::Add, gives_new }, Arity { values: 2, orders }));
        assert_eq!(builtin("atomic_fetch_add"), add(false, 0));
        assert_eq!(builtin("atomic_fetch_add_explicit"), add(false, 1));
        assert_eq!(builtin("__atomic_fetch_add"), add(false, 1));
        assert_eq!(builtin("__sync_fetch_and_add"), add(false, 0));
        assert_eq!(builtin("__atomic_add_fetch"), add(true, 1));
        assert_eq!(builtin("__sync_add_and_fetch"), add(true, 0));
        assert_eq!(builtin("atomic_fetch_nand"), None);
        assert_eq!(builtin("free_explicit"), None);
    }

    #[test]
    fn how_many_memory_orders() {
        let orders = |name: &str| builtin(name).map(|(_, arity)| arity.orders);
        for name in ["CAS", "LOAD", "atomic_load", "atomic_compare_exchange_strong", "malloc", "pthread_mutex_lock"] {
            assert_eq!(orders(name), Some(0), "{name}");
        }
        for name in ["atomic_load_explicit", "__atomic_load_n", "atomic_thread_fence", "__atomic_clear"] {
            assert_eq!(orders(name), Some(1), "{name}");
        }
        for name in
            ["atomic_compare_exchange_weak_explicit", "__atomic_compare_exchange", "__atomic_compare_exchange_n"]
        {
            assert_eq!(orders(name), Some(2), "{name}");
        }
    }
}
