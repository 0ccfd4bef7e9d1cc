//! A check ends when its time is over, and proves nothing then.

use concurrent::program::Program;
use concurrent::spec::{Spec, elaborate};
use effects::check::{Config, Interference, check};
use source::Deadline;
use std::path::Path;
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

fn config(deadline: Deadline) -> Config {
    Config { interference: Interference::Summaries, deadline }
}

/// When the time is over before the end, that is what is said; else the proof is the whole one.
#[test]
fn wherever_a_check_is_cut_short_nothing_is_proved() {
    for path in ["treiber_manual", "two_lock_queue_gc", "coarse_set_gc", "hand_over_hand_stack"] {
        let (program, spec) = read(&format!("examples/effects/{path}.c"));
        let start = Instant::now();
        let whole = check(&program, &spec, config(Deadline::never())).unwrap();
        let needed = start.elapsed();
        assert!(whole.is_proved(), "{path}");
        for part in [0.0, 0.001, 0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9] {
            let outcome = check(&program, &spec, config(Deadline::after(needed.mul_f64(part)))).unwrap();
            if outcome.is_proved() && part > 0.0 {
                assert_eq!(outcome.views(), whole.views(), "{path}, {part} of the time");
                assert_eq!(outcome.summaries.len(), whole.summaries.len(), "{path}, {part} of the time");
                continue;
            }
            let finding = outcome.finding(&spec).unwrap();
            assert_eq!((finding.code.id, &*finding.message), ("E0606", "the time limit was reached"), "{path} {part}");
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
        let deadline = Deadline::after(Duration::from_secs(1));
        let outcome = check(&program, &spec, Config { interference, deadline }).unwrap();
        let message = outcome.finding(&spec).unwrap().message;
        let gives_up =
            interference == Interference::Classical && message == "two views of this structure could not be merged";
        assert!(message == "the time limit was reached" || gives_up, "{interference:?}: {message}");
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    }
}
