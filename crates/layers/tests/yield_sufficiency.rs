//! Which programs have enough yields, and what is said of those that have not.

mod common;

use common::{load_text, render};
use expect_test::{Expect, expect};
use layers::yields::sufficiency::check_yield_sufficiency;
use source::Diagnostic;

/// A counter and a lock with every kind of mover, at layer 1, and an invariant there.
const ACTIONS: &str = "
    var {:layer 0, 2} x: int;
    yield invariant {:layer 1} Inv();
    yield procedure {:layer 0} N(); refines atomic action {:layer 1, 2} _ { x := x + 1; }
    yield procedure {:layer 0} L(); refines left action {:layer 1, 2} _ { x := x + 1; }
    yield procedure {:layer 0} R(); refines right action {:layer 1, 2} _ { x := x + 1; }
    yield procedure {:layer 0} B(); refines both action {:layer 1, 2} _ { x := x + 1; }
    yield procedure {:layer 0} Read() returns (v: int); refines both action {:layer 1, 2} _ { v := x; }
    yield procedure {:layer 0} Nothing();
    yield procedure {:layer 1} Work();
";

/// Compares what is found in procedures added to [`ACTIONS`]; lines are those of the added text.
fn check(text: &str, expected: Expect) {
    let loaded = load_text(&format!("{}{text}", ACTIONS.replace('\n', " ")));
    let diagnostics: Vec<Diagnostic> =
        check_yield_sufficiency(&loaded.civl()).into_iter().map(|(_, found)| found).collect();
    let mut rendered = render(&loaded.map, &diagnostics);
    for step in diagnostics.iter().flat_map(|diagnostic| &diagnostic.trace) {
        rendered += &format!("  {}: {}\n", loaded.map.start(step.span).line, step.text);
    }
    expected.assert_eq(&rendered);
}

/// Compares codes and lines only.
fn check_short(text: &str, expected: &[(&str, u32)]) {
    let loaded = load_text(&format!("{}{text}", ACTIONS.replace('\n', " ")));
    let diagnostics: Vec<Diagnostic> =
        check_yield_sufficiency(&loaded.civl()).into_iter().map(|(_, found)| found).collect();
    let found: Vec<(&str, u32)> = diagnostics.iter().map(|it| (it.code.id, loaded.map.start(it.span).line)).collect();
    assert_eq!(found, expected, "{}", render(&loaded.map, &diagnostics));
}

#[test]
fn a_transaction_is_right_movers_one_step_and_left_movers() {
    check_short(
        "yield procedure {:layer 1} P() {
           var v: int;
           call R(); call B(); call v := Read(); call R(); call Nothing();
           call N();
           call B(); call L(); call Nothing(); call L();
           call Inv();
           call L(); call L();
           call Work();
           call N();
         }",
        &[],
    );
}

#[test]
fn two_steps_that_do_not_move_need_a_yield() {
    check(
        "yield procedure {:layer 1} P() {
           call Inv();
           call R();
           call N();
           call B();
           call N();
         }",
        expect![[r#"
            6:12: E0540 `P` needs a yield between `N` and `N` at layer 1
              6:12: `N` is a non-mover; after the commit only left movers follow
              1:637: at layer 1 this is a sequence of transactions, separated by yields
              4:12: committed here: `N` is a non-mover
              help: add a yield between the two (`call Inv();`, of an invariant at layer 1)
              help: or declare `N.action` a mover, if it is one
              2: `Inv` is a yield
              3: `R` is a right mover
              4: `N` is a non-mover
              5: `B` is a both mover
              6: `N` is a non-mover; a yield is missing before it
        "#]],
    );
}

#[test]
fn a_right_mover_does_not_follow_a_left_mover() {
    check(
        "yield procedure {:layer 1} P() {
           call L();
           call R();
         }",
        expect![[r#"
            3:12: E0540 `P` needs a yield between `L` and `R` at layer 1
              3:12: `R` is a right mover; after the commit only left movers follow
              1:637: at layer 1 this is a sequence of transactions, separated by yields
              2:12: committed here: `L` is a left mover
              help: add a yield between the two (`call Inv();`, of an invariant at layer 1)
              help: or declare `L.action` a right mover or `R.action` a left mover, if it is one
              2: `L` is a left mover
              3: `R` is a right mover; a yield is missing before it
        "#]],
    );
}

#[test]
fn a_yield_at_another_layer_is_none() {
    check_short(
        "yield procedure {:layer 2} P() {
           call N();
           call Inv();
           call N();
         }",
        &[("E0540", 4)],
    );
}

#[test]
fn branches_join() {
    check_short(
        "yield procedure {:layer 1} P() {
           if (*) { call N(); } else { call R(); }
           call L();
         }
         yield procedure {:layer 1} Q() {
           if (*) { call N(); } else { call R(); }
           if (*) {
             call R();
           }
         }",
        &[("E0540", 8)],
    );
}

#[test]
fn a_loop_follows_itself() {
    check(
        "yield procedure {:layer 1} P() {
           while (*) {
             call R();
             call N();
           }
         }",
        expect![[r#"
            3:14: E0540 `P` needs a yield between `N` and `R` at layer 1
              3:14: `R` is a right mover; after the commit only left movers follow
              1:637: at layer 1 this is a sequence of transactions, separated by yields
              4:14: committed here: `N` is a non-mover
              help: add a yield between the two (`call Inv();`, of an invariant at layer 1)
              help: or declare `N.action` a right mover or `R.action` a left mover, if it is one
              3: `R` is a right mover
              4: `N` is a non-mover
              3: `R` is a right mover; a yield is missing before it
        "#]],
    );
    check_short(
        "yield procedure {:layer 1} P() {
           while (*) { call R(); }
           call N();
           while (*) { call L(); }
         }
         yield procedure {:layer 1} Q() {
           while (*) invariant {:yields} true; { call N(); }
           call N();
         }",
        &[],
    );
}

#[test]
fn what_stands_for_a_procedure_depends_on_the_layer() {
    check_short(
        "atomic action {:layer 1} A1() modifies x; { x := x + 1; }
         yield procedure {:layer 1} Twice() refines left action {:layer 2, 2} _ { x := x + 2; } {
           call B(); call N();
         }
         yield procedure {:layer 2} P() {
           call N();
           call Twice(); call Twice();
         }
         yield procedure {:layer 2} Q() {
           call Twice();
           call N();
         }",
        &[("E0540", 11)],
    );
}

#[test]
fn an_assertion_at_a_layer_without_refinement_is_read_there_too() {
    // The yield between the two steps is one of layer 2; what layer 1 believes of `v` and `w` would be wrong.
    check_short(
        "yield invariant {:layer 2} Inv2();
         yield procedure {:layer 0} Get() returns (v: int); refines atomic action {:layer 1, 2} _ { v := x; }
         yield procedure {:layer 2} P() {
           var v, w: int;
           call v := Get();
           call Inv2();
           call w := Get();
           assert {:layer 1} v == w;
         }",
        &[("E0540", 7)],
    );
}

#[test]
fn unreachable_code_is_not_read() {
    check_short(
        "yield procedure {:layer 1} P() {
           call N();
           return;
           dead: call N(); call N(); return;
         }",
        &[],
    );
}

#[test]
fn mover_procedures_are_what_they_say() {
    check_short(
        "yield right procedure {:layer 1} GoodR() modifies x; { call R(); call B(); }
         yield left procedure {:layer 1} GoodL() modifies x; { call B(); call L(); }
         yield both procedure {:layer 1} GoodB() modifies x; { call B(); }
         yield atomic procedure {:layer 1} GoodN() modifies x; { call R(); call N(); call L(); }
         yield procedure {:layer 1} P() { call GoodR(); call GoodN(); call GoodL(); }
         yield right procedure {:layer 1} BadR() modifies x; { call R(); call L(); }
         yield left procedure {:layer 1} BadL() modifies x; { call R(); call L(); }
         yield both procedure {:layer 1} BadB() modifies x; { call B(); call L(); }
         yield atomic procedure {:layer 1} BadN() modifies x; { call N(); call N(); }
         yield procedure {:layer 1} Q() { call GoodN(); call GoodR(); }",
        &[("E0541", 6), ("E0541", 7), ("E0541", 8), ("E0541", 9), ("E0540", 10)],
    );
}

#[test]
fn a_right_mover_procedure_ends_before_the_commit() {
    check(
        "yield right procedure {:layer 1} P() modifies x; {
           call R();
           call N();
         }",
        expect![[r#"
            3:12: E0541 `P` is declared a right mover, but its body is not at layer 1
              3:12: `N` is a non-mover
              help: declare the mover type that the body has; `atomic` asks least
              2: `R` is a right mover
              3: `N` is a non-mover
        "#]],
    );
}

#[test]
fn starting_a_thread_moves_left() {
    check_short(
        "yield procedure {:layer 1} P() { async call Work(); async call Work(); call L(); }
         yield procedure {:layer 1} Q() { async call Work(); call N(); }
         yield procedure {:layer 1} S() { async call {:sync} L(); call L(); }",
        &[("E0540", 2)],
    );
}

#[test]
fn a_thread_that_does_nothing_at_a_layer_is_not_started_there() {
    check_short(
        "yield procedure {:layer 2} P() {
           async call Nothing();
           call N();
         }",
        &[],
    );
}

const WORKER: &str = "
    yield invariant {:layer 1} Small(); preserves x < 10;
    yield procedure {:layer 1} Worker() requires call Small();
    { }
";

#[test]
fn the_creator_keeps_the_precondition_of_a_thread() {
    check(
        &format!(
            "{WORKER}
             yield procedure {{:layer 1}} P() {{
               async call Worker();
               call L();
             }}"
        ),
        expect![[r#"
            8:16: E0542 `P` changes global variables between an asynchronous call and the next yield at layer 1
              8:16: `L` may change what the new thread relies on
              6:41: at layer 1 this is a sequence of transactions, separated by yields
              7:16: the precondition of the new thread is checked here
              help: yield between the two (`call Inv();`, of an invariant at layer 1)
              help: or change the variables before the asynchronous call
              7: starting `Worker` is a left mover
              8: `L` is a left mover; the new thread has not begun yet
        "#]],
    );
}

#[test]
fn the_creator_may_read_yield_and_change_before() {
    check_short(
        &format!(
            "{WORKER}
             yield procedure {{:layer 1}} P() {{
               var v: int;
               call L();
               async call Worker();
               call v := Read();
               call Small();
               call L();
             }}"
        ),
        &[],
    );
}

#[test]
fn a_precondition_at_another_layer_is_none() {
    check_short(
        &format!(
            "{WORKER}
             yield invariant {{:layer 2}} Inv2();
             yield procedure {{:layer 2}} Late() requires call Inv2(); {{ }}
             yield procedure {{:layer 2}} P() {{
               async call Late();
               call L();
             }}"
        ),
        &[("E0542", 10)],
    );
}

#[test]
fn ghost_code_changes_globals_too() {
    check(
        "var {:layer 1, 2} ghost: int;
         yield invariant {:layer 1} Zero(); preserves ghost == 0;
         yield procedure {:layer 1} Worker() requires call Zero(); { }
         pure procedure One() returns (one: int) { one := 1; }
         yield procedure {:layer 1} P() requires call Zero(); {
           async call Worker();
           call {:layer 1} ghost := One();
         }",
        expect![[r#"
            7:12: E0542 `P` changes global variables between an asynchronous call and the next yield at layer 1
              7:12: `One` may change what the new thread relies on
              5:37: at layer 1 this is a sequence of transactions, separated by yields
              6:12: the precondition of the new thread is checked here
              help: yield between the two (`call Inv();`, of an invariant at layer 1)
              help: or change the variables before the asynchronous call
              6: starting `Worker` is a left mover
              7: `One` changes a global variable; the new thread has not begun yet
        "#]],
    );
}

#[test]
fn a_loop_with_a_yield_yields() {
    check(
        "yield procedure {:layer 1} P() {
           while (*) {
             call Inv();
           }
         }",
        expect![[r#"
            2:12: E0543 this loop must yield at layer 1, since there is a yield in it
              3:14: `Inv` is a yield
              help: mark the loop: `invariant {:yields} true;`
        "#]],
    );
}

#[test]
fn a_loop_around_a_loop_that_yields_yields() {
    check_short(
        "yield procedure {:layer 1} P() {
           while (*)
           {
             while (*)
               invariant {:yields} true;
             { call N(); }
           }
         }
         yield procedure {:layer 1} Q() {
           while (*)
             invariant {:yields} true;
           {
             while (*) { call L(); }
             while (*) invariant {:yields} true; { call N(); }
           }
         }",
        &[("E0543", 2)],
    );
}

#[test]
fn a_loop_yields_up_to_its_layer() {
    check(
        "yield invariant {:layer 2} Inv2();
         yield procedure {:layer 2} P() {
           while (*)
             invariant {:yields} {:layer 1} true;
           {
             call Inv2();
           }
         }",
        expect![[r#"
            3:12: E0543 this loop must yield at layer 2, since there is a yield in it
              6:14: `Inv2` is a yield
              help: the loop yields at layers up to 1 only: raise its layer to 2
        "#]],
    );
}

#[test]
fn arms_are_taken_from_left_to_right() {
    check_short(
        "yield procedure {:layer 1} P() {
           call L() | L() | B();
           call Inv();
           call B() | N() | B();
           call Inv();
           call R() | B() | R();
           call Inv();
           call L() | B() | Work() | Inv() | Work() | R();
         }",
        &[],
    );
}

#[test]
fn arms_out_of_order() {
    check(
        "yield procedure {:layer 1} P() {
           call N() | L();
           call Inv();
           call N() | Work();
           call Inv();
           call Work() | L();
           call Inv();
           call Work() | B() | Work();
         }",
        expect![[r#"
            2:23: E0544 the arms of this parallel call cannot be taken from left to right at layer 1
              2:23: `L` is a left mover: it does not fit behind the arms before it
              2:12: this arm is a non-mover
              help: order the arms: left movers, then what yields or does not move, then right movers
            4:23: E0544 the arms of this parallel call cannot be taken from left to right at layer 1
              4:23: `Work` yields (it is a procedure up to layer 1): it does not fit behind the arms before it
              4:12: this arm is a non-mover
              help: an arm that does not move and one that yields do not go together: make two calls of them
            6:26: E0544 the arms of this parallel call cannot be taken from left to right at layer 1
              6:26: `L` is a left mover: it does not fit behind the arms before it
              6:12: this arm is a yield
              help: order the arms: left movers, then what yields or does not move, then right movers
            8:32: E0544 the arms of this parallel call cannot be taken from left to right at layer 1
              8:32: `Work` yields (it is a procedure up to layer 1): it does not fit behind the arms before it
              8:26: this arm is a both mover
              help: make two calls of them
        "#]],
    );
}
