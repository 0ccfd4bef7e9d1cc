//! The structures in `examples/effects`: what is proved, with how many views, and that no seeded bug is.

use concurrent::program::Program;
use concurrent::spec::{Spec, elaborate};
use effects::check::{Analysis, Interference, check};
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

/// The C files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    paths
}

/// What is known of a program, in a line.
fn line(path: &Path) -> String {
    let (text, program, spec) = read(path);
    let name = path.file_stem().unwrap().to_string_lossy();
    match check(&program, &spec, Interference::Summaries) {
        Ok(outcome) if outcome.is_proved() => {
            format!("{name}: proved, {} summaries, {} views", outcome.summaries.len(), outcome.views())
        }
        Ok(outcome) => {
            let finding = outcome.finding(&spec).unwrap();
            let at = text[..finding.span.start as usize].matches('\n').count() + 1;
            format!("{name}: {} in line {at}: {}", finding.code.id, finding.message)
        }
        Err(unsupported) => format!("{name}: {}", unsupported[0].message),
    }
}

fn list(folder: &Path) -> String {
    files(folder).iter().fold(String::new(), |mut text, path| {
        let _ = writeln!(text, "{}", line(path));
        text
    })
}

fn is_proved(outcome: Result<Analysis, Vec<source::Diagnostic>>) -> bool {
    outcome.is_ok_and(|outcome| outcome.is_proved())
}

#[test]
fn structures() {
    expect![[r#"
        coarse_queue_gc: proved, 2 summaries, 84 views
        coarse_queue_manual: proved, 2 summaries, 84 views
        coarse_set_gc: proved, 40 summaries, 985 views
        coarse_set_manual: proved, 40 summaries, 1001 views
        coarse_stack_gc: proved, 2 summaries, 33 views
        coarse_stack_manual: proved, 2 summaries, 33 views
        dglm_gc: proved, 3 summaries, 4609 views
        dglm_manual: proved, 3 summaries, 9942 views
        hand_over_hand_queue: proved, 3 summaries, 309 views
        hand_over_hand_queue_manual: proved, 3 summaries, 292 views
        hand_over_hand_stack: proved, 2 summaries, 150 views
        hand_over_hand_stack_manual: proved, 2 summaries, 125 views
        locked_set: proved, 40 summaries, 4032 views
        locked_set_manual: proved, 40 summaries, 4227 views
        locked_stack_manual: proved, 2 summaries, 33 views
        michael_scott_gc: proved, 4 summaries, 4173 views
        michael_scott_manual: proved, 4 summaries, 7222 views
        spin_locked_stack_gc: proved, 2 summaries, 44 views
        treiber_backoff: proved, 2 summaries, 1385 views
        treiber_gc: proved, 2 summaries, 492 views
        treiber_manual: proved, 2 summaries, 358 views
        two_lock_queue_gc: proved, 2 summaries, 84 views
        two_lock_queue_manual: proved, 2 summaries, 84 views
    "#]]
    .assert_eq(&list(&folder()));
}

#[test]
fn no_bug_is_proved() {
    expect![[r#"
        coarse_queue_frees_too_much: E0602 in line 44: a cell may be lost here: nobody can reach it, and it is not freed
        coarse_queue_never_freed: E0602 in line 44: a cell may be lost here: nobody can reach it, and it is not freed
        coarse_queue_two_blocks: E0602 in line 31: a null pointer may be dereferenced here
        coarse_set_added_twice: E0604 in line 8: no linearization points were found
        coarse_set_forgets_the_rest: E0602 in line 62: a cell may be lost here: nobody can reach it, and it is not freed
        coarse_set_never_freed: E0602 in line 60: a cell may be lost here: nobody can reach it, and it is not freed
        coarse_set_not_sorted: E0603 in line 58: an operation may say of its key what was not so at the moment when it looked
        coarse_set_removes_the_next: E0603 in line 60: a value may be removed that was not inserted
        coarse_set_says_yes: E0604 in line 8: no linearization points were found
        coarse_set_stops_early: E0603 in line 75: an operation may say of its key what was not so at the moment when it looked
        coarse_set_two_sections: E0603 in line 44: a key may be added that is there already
        coarse_set_unlocked_contains: the section that holds `Lock` is not atomic: it has two steps that others can see, and this is the second
        coarse_stack_checked_outside: this `ATOMIC` block is not atomic: it has two steps that others can see, and this is the second
        dglm_null_not_checked: E0604 in line 8: no linearization points were found
        dglm_tail_left_behind: E0602 in line 57: a cell may be lost here: nobody can reach it, and it is not freed
        hand_over_hand_linked_unlocked: E0603 in line 53: the structure may be reported empty although a value is in it
        hand_over_hand_lock_not_initialised: E0602 in line 42: the lock of a cell may be used here, or made known to others, before it is initialised
        hand_over_hand_next_not_locked: E0603 in line 53: the structure may be reported empty although a value is in it
        hand_over_hand_not_held: E0603 in line 53: the structure may be reported empty although a value is in it
        hand_over_hand_released_early: E0605 in line 42: this step may change shared memory in a way that no summary has
        hand_over_hand_waits_for_a_freed_lock: E0602 in line 38: a cell may be written here that is free or belongs to another thread
        locked_stack_unlocked_twice: this use of the lock `Lock` is not understood
        locked_stack_wrong_lock: the section that holds `Lock` is not atomic: it has two steps that others can see, and this is the second
        michael_scott_any_next_replaced: E0603 in line 56: the structure may be reported empty although a value is in it
        michael_scott_frees_the_first: E0602 in line 82: a cell may be lost here: nobody can reach it, and it is not freed
        michael_scott_head_passes_tail: E0602 in line 57: a cell may be lost here: nobody can reach it, and it is not freed
        michael_scott_link_after_publishing: E0602 in line 65: a null pointer may be dereferenced here
        michael_scott_link_by_store: E0603 in line 59: the structure may be reported empty although a value is in it
        michael_scott_lost_cas_result: E0604 in line 8: no linearization points were found
        michael_scott_next_not_cleared: E0605 in line 30: this step may change shared memory in a way that no summary has
        michael_scott_no_recheck_of_head: E0603 in line 74: the structure may be reported empty although a value is in it
        michael_scott_no_recheck_of_tail: E0602 in line 53: a cell may be written here that is free or belongs to another thread
        michael_scott_read_after_cas: E0603 in line 84: the value returned may come from free or uninitialised memory
        michael_scott_read_after_free: E0602 in line 84: a pointer may be dereferenced here that was read from free or uninitialised memory
        michael_scott_tail_before_head: E0602 in line 64: a null pointer may be dereferenced here
        michael_scott_value_of_the_head: E0603 in line 65: the value returned may come from free or uninitialised memory
        set_duplicate: E0604 in line 8: no linearization points were found
        set_victim_unlocked: E0603 in line 44: a key may be added that is there already
        spin_lock_without_exchange: E0605 in line 40: this step may change shared memory in a way that no summary has
        treiber_checks_another_top: E0602 in line 38: a null pointer may be dereferenced here
        treiber_free_before_cas: E0602 in line 47: a cell may be freed here that others can still reach
        treiber_gives_up: E0603 in line 43: the structure may be reported empty although a value is in it
        treiber_inverted_loop: E0603 in line 36: the structure may be reported empty although a value is in it
        treiber_link_after_publishing: E0603 in line 36: the structure may be reported empty although a value is in it
        treiber_loser_frees: E0602 in line 51: a cell may be freed here that others can still reach
        treiber_lost_cas_result: E0603 in line 35: the structure may be reported empty although a value is in it
        treiber_never_freed: E0602 in line 47: a cell may be lost here: nobody can reach it, and it is not freed
        treiber_new_node_freed: E0602 in line 31: a cell may be written here that is free or belongs to another thread
        treiber_no_null_check: E0604 in line 8: no linearization points were found
        treiber_no_versions: E0605 in line 42: this step may change shared memory in a way that no summary has
        treiber_pop_by_store: E0603 in line 36: the structure may be reported empty although a value is in it
        treiber_push_by_store: E0603 in line 35: the structure may be reported empty although a value is in it
        treiber_read_after_free: E0603 in line 49: the value returned may come from free or uninitialised memory
        treiber_stale_value: E0603 in line 41: the structure may be reported empty although a value is in it
        treiber_value_after_publishing: E0603 in line 36: the structure may be reported empty although a value is in it
        treiber_value_of_the_new_top: E0603 in line 39: the value returned may come from free or uninitialised memory
        treiber_version_not_counted: E0605 in line 46: this step may change shared memory in a way that no summary has
        two_lock_queue_head_unlocked: E0605 in line 46: this step may change shared memory in a way that no summary has
        two_lock_queue_released_early: the section that holds `TailLock` is not atomic: it has two steps that others can see, and this is the second
    "#]].assert_eq(&list(&folder().join("bugs")));
    for path in files(&folder().join("bugs")) {
        let (_, program, spec) = read(&path);
        assert!(!is_proved(check(&program, &spec, Interference::Summaries)), "{}", path.display());
    }
}

/// Programs that say what a part of C or of the engine means: of the right ones most are proved, of the wrong ones none.
#[test]
fn small_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/effects");
    let proved = |path: &PathBuf| {
        let (_, program, spec) = read(path);
        is_proved(check(&program, &spec, Interference::Summaries))
    };
    expect![[r#"
        locked_queue_tested_twice: proved, 4 summaries, 214 views
        michael_scott_gc_empty_at_the_tail: E0603 in line 59: the structure may be reported empty although a value is in it
        michael_scott_gc_without_rechecks: proved, 4 summaries, 4060 views
        treiber_manual_counted_by_push: proved, 2 summaries, 406 views
    "#]].assert_eq(&list(&folder));
    let wrong: Vec<PathBuf> = files(&folder.join("bugs")).into_iter().filter(proved).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
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
