//! A check ends when its time is over, and proves nothing then.

use concurrent::program::Program;
use concurrent::spec::{Spec, elaborate};
use effects::check::{Config, Interference, check};
use effects::limit::Limit;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn read(path: &str) -> (Program, Spec) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    parse(&std::fs::read_to_string(path).unwrap())
}

fn parse(text: &str) -> (Program, Spec) {
    let (program, diagnostics) = front::c::parse(source::FileId(0), text);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let spec = elaborate(&program).unwrap();
    (program, spec)
}

/// A limit that is reached when it has been asked about so many times, and how often it was asked.
fn after(asked: usize) -> (Limit, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    (Limit::new(move || counted.fetch_add(1, Ordering::Relaxed) >= asked), count)
}

#[test]
fn wherever_a_check_is_cut_short_nothing_is_proved() {
    for path in ["treiber_manual", "two_lock_queue_gc", "coarse_set_gc", "hand_over_hand_stack"] {
        let (program, spec) = read(&format!("examples/effects/{path}.c"));
        let (limit, asked) = after(usize::MAX);
        let whole = check(&program, &spec, Config { interference: Interference::Summaries, limit }).unwrap();
        assert!(whole.is_proved(), "{path}");
        let needed = asked.load(Ordering::Relaxed);
        for cut in [0, 1, 2, 5, needed / 10, needed / 3, needed / 2, needed - 1] {
            let (limit, _) = after(cut);
            let outcome = check(&program, &spec, Config { interference: Interference::Summaries, limit }).unwrap();
            assert!(!outcome.is_proved(), "{path}, cut after {cut} of {needed}");
            let finding = outcome.finding(&spec).unwrap();
            assert_eq!((finding.code.id, &*finding.message), ("E0606", "the time limit was reached"), "{path} {cut}");
        }
    }
}

/// Within seconds, although there are more ways through this one than can be followed.
#[test]
fn a_large_program_ends_in_time() {
    let branches = "a = a + G; if (a == 7) a = H;\n".repeat(250);
    let (program, spec) = parse(&format!(
        "#include <stdlib.h>\n#include <stdbool.h>\n//@ linearizable stack(push, pop)\n\
         typedef struct N N; struct N {{ int d; N *n; }}; static N *T; static int G, H;\n\
         void push(int v) {{ int a = 0; {branches} N *n = malloc(sizeof *n); n->d = v; n->n = T; T = n; }}\n\
         bool pop(int *o) {{ N *t = T; if (t == NULL) return false; *o = t->d; T = t->n; return true; }}\n"
    ));
    for interference in [Interference::Summaries, Interference::Classical] {
        let start = Instant::now();
        let limit = Limit::new(move || start.elapsed() > Duration::from_secs(1));
        let outcome = check(&program, &spec, Config { interference, limit }).unwrap();
        assert_eq!(outcome.finding(&spec).unwrap().message, "the time limit was reached");
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    }
}
