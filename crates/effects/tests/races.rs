//! Races on plain variables: what is warned of beside a proof, and what is not.

use concurrent::spec::elaborate;
use effects::check::{Interference, check};
use expect_test::{Expect, expect};
use std::path::Path;

/// The warnings beside the proof of an example in which words are replaced.
#[track_caller]
fn warnings(example: &str, replaced: &[(&str, &str)], expected: Expect) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/effects").join(example);
    let mut text = std::fs::read_to_string(path).unwrap();
    for (old, new) in replaced {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    let (program, diagnostics) = front::c::parse(source::FileId(0), &text);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let spec = elaborate(&program).unwrap();
    let outcome = check(&program, &spec, Interference::Summaries).unwrap();
    assert!(outcome.is_proved());
    let line = |span: source::Span| text[..span.start as usize].matches('\n').count() + 1;
    let shown: String = outcome.report(&spec).findings().fold(String::new(), |shown, one| {
        let related: Vec<usize> = one.related.iter().map(|label| line(label.span)).collect();
        shown + &format!("line {}: {} {related:?}\n", line(one.span), one.message)
    });
    expected.assert_eq(&shown);
}

#[test]
fn examples_have_none() {
    for example in ["treiber_gc.c", "treiber_manual.c", "two_lock_queue_gc.c", "locked_set.c"] {
        warnings(example, &[], expect![""]);
    }
    for example in ["spin_locked_stack_gc.c", "coarse_queue_manual.c", "hand_over_hand_queue_manual.c"] {
        warnings(example, &[], expect![""]);
    }
}

#[test]
fn a_plain_top_of_a_stack() {
    let plain = [
        ("#include <stdatomic.h>", "#include \"counterpoint.h\""),
        ("static _Atomic(Node *) Top", "static Node *Top"),
        ("atomic_compare_exchange_strong(&Top, &top, ", "CAS(&Top, top, "),
    ];
    warnings(
        "treiber_gc.c",
        &plain,
        expect![[r#"
            line 22: race on the plain variable `Top`: the proof holds for sequential consistency only [24]
        "#]],
    );
    let read_atomically = [plain[0], plain[1], plain[2], ("Node *top = Top", "Node *top = LOAD(&Top)")];
    warnings("treiber_gc.c", &read_atomically, expect![""]);
}

#[test]
fn a_plain_pointer_under_two_locks() {
    warnings(
        "two_lock_queue_manual.c",
        &[("_Atomic(struct Node *) next", "struct Node *next")],
        expect![[r#"
            line 33: race on the plain variable `next`: the proof holds for sequential consistency only [42]
        "#]],
    );
}

#[test]
fn a_counter_beside_the_structure() {
    let counted = |ty: &'static str| {
        [("static Node *Top", ty), ("  leave();\n}\n\nint pop", "  leave();\n  Pushed++;\n}\n\nint pop")]
    };
    warnings(
        "spin_locked_stack_gc.c",
        &counted("static unsigned Pushed;\nstatic Node *Top"),
        expect![[r#"
            line 41: race on the plain variable `Pushed`: the proof holds for sequential consistency only []
        "#]],
    );
    warnings("spin_locked_stack_gc.c", &counted("static _Atomic unsigned Pushed;\nstatic Node *Top"), expect![""]);
}
