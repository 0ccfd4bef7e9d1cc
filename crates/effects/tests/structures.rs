//! The structures in `examples/effects`: their summaries, and that what is proved depends neither on the run nor on how other
//! threads are represented.

use concurrent::program::Program;
use concurrent::spec::{Spec, elaborate};
use effects::check::{Interference, check};
use expect_test::{Expect, expect};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/effects")
}

fn read(path: &Path) -> (String, Program, Spec) {
    let text = std::fs::read_to_string(path).unwrap();
    parse(text)
}

fn parse(text: String) -> (String, Program, Spec) {
    let (program, diagnostics) = front::c::parse(source::FileId(0), &text);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let spec = elaborate(&program).unwrap();
    (text, program, spec)
}

#[test]
fn two_runs_are_the_same() {
    let (_, program, spec) = read(&folder().join("michael_scott_gc.c"));
    let again = || check(&program, &spec, Interference::Summaries).unwrap();
    let (one, other) = (again(), again());
    assert_eq!(one.fixed_point.unwrap().views, other.fixed_point.unwrap().views);
    assert_eq!(one.summaries, other.summaries);
}

/// By merging views: the same is proved, without summaries, with other views.
#[test]
fn the_classical_interference_proves_the_same() {
    let small = [
        "coarse_queue_gc",
        "coarse_queue_manual",
        "coarse_stack_gc",
        "coarse_stack_manual",
        "treiber_gc",
        "treiber_manual",
        "two_lock_queue_manual",
    ];
    let mut text = String::new();
    for name in small {
        let (_, program, spec) = read(&folder().join(format!("{name}.c")));
        let outcome = check(&program, &spec, Interference::Classical).unwrap();
        let _ = writeln!(
            text,
            "{name}: {}, {} views",
            outcome.finding(&spec).map_or("proved".into(), |finding| finding.message),
            outcome.views()
        );
    }
    expect![[r#"
        coarse_queue_gc: proved, 140 views
        coarse_queue_manual: proved, 140 views
        coarse_stack_gc: proved, 55 views
        coarse_stack_manual: proved, 55 views
        treiber_gc: proved, 974 views
        treiber_manual: proved, 672 views
        two_lock_queue_manual: proved, 140 views
    "#]]
    .assert_eq(&text);
}

fn summaries(name: &str, expected: Expect) {
    let (_, program, spec) = read(&folder().join(name));
    expected.assert_eq(&effects::check::summarize(&program, &spec).unwrap());
}

/// Figure 9 of the paper.
#[test]
fn summaries_of_treibers_stack() {
    summaries(
        "treiber_manual.c",
        expect![[r#"
            atomic { /* push */
              value = *;
              node = malloc(sizeof(Node));
              node->data = value;
              node->next = Top.ptr;
              Top.ptr = node;
              Top.age++;
              /* inserts value */
            }

            atomic { /* pop */
              assume(Top.ptr != NULL);
              /* removes Top.ptr->data */
              top.ptr = Top.ptr;
              Top.ptr = Top.ptr->next;
              Top.age++;
              free(top.ptr);
            }
        "#]],
    );
}

/// Figure 11 of the paper.
#[test]
fn summaries_of_the_queue_of_michael_and_scott() {
    summaries(
        "michael_scott_manual.c",
        expect![[r#"
            atomic { /* enq */
              value = *;
              node_2 = malloc(sizeof(Node));
              node_2->data = value;
              node_2->next.ptr = NULL;
              assume(Tail.ptr->next.ptr == NULL);
              Tail.ptr->next.ptr = node_2;
              Tail.ptr->next.age++;
              /* inserts value */
            }

            atomic { /* enq */
              assume(Tail.ptr->next.ptr != NULL);
              Tail.ptr = Tail.ptr->next.ptr;
              Tail.age++;
            }

            atomic { /* deq */
              assume(Head.ptr == Tail.ptr);
              assume(Head.ptr->next.ptr != NULL);
              Tail.ptr = Head.ptr->next.ptr;
              Tail.age++;
            }

            atomic { /* deq */
              assume(Head.ptr != Tail.ptr);
              /* removes Head.ptr->next.ptr->data */
              head.ptr = Head.ptr;
              Head.ptr = Head.ptr->next.ptr;
              Head.age++;
              free(head.ptr);
            }
        "#]],
    );
}

/// Figure 13 of the paper.
#[test]
fn summaries_of_the_dglm_queue() {
    summaries(
        "dglm_gc.c",
        expect![[r#"
            atomic { /* enq */
              value = *;
              node = malloc(sizeof(Node));
              node->data = value;
              node->next = NULL;
              assume(Tail->next == NULL);
              Tail->next = node;
              /* inserts value */
            }

            atomic { /* enq */
              assume(Tail->next != NULL);
              Tail = Tail->next;
            }

            atomic { /* deq */
              assume(Head->next != NULL);
              /* removes Head->next->data */
              Head = Head->next;
            }
        "#]],
    );
}

/// Figure 7 of the paper.
#[test]
fn summaries_of_the_coarse_queue() {
    summaries(
        "coarse_queue_manual.c",
        expect![[r#"
            atomic { /* enq */
              value = *;
              node = malloc(sizeof(Node));
              node->data = value;
              node->next = NULL;
              Tail->next = node;
              Tail = node;
              /* inserts value */
            }

            atomic { /* deq */
              assume(Head->next != NULL);
              out = Head->next->data;
              first = Head->next;
              free(Head);
              /* removes out */
              Head = first;
            }
        "#]],
    );
}
