//! Which committed transactions might never end, and what is said of them.

mod common;

use common::{load_text, render};
use expect_test::{Expect, expect};
use layers::cooperation::termination::{blocking_assumptions, check_cooperation};
use source::Diagnostic;

const ACTIONS: &str = "
    var {:layer 0, 2} x: int;
    yield invariant {:layer 1} Inv();
    yield procedure {:layer 0} N(); refines atomic action {:layer 1, 2} _ { x := x + 1; }
    yield procedure {:layer 0} Get() returns (v: int); refines atomic action {:layer 1, 2} _ { v := x; }
    yield procedure {:layer 0} L(); refines left action {:layer 1, 2} _ { x := x + 1; }
    yield procedure {:layer 0} R(); refines right action {:layer 1, 2} _ { x := x + 1; }
    yield procedure {:layer 1} Work();
";

fn check(text: &str, expected: Expect) {
    let loaded = load_text(&format!("{}{text}", ACTIONS.replace('\n', " ")));
    let diagnostics: Vec<Diagnostic> = check_cooperation(&loaded.civl()).into_iter().map(|(_, found)| found).collect();
    let mut rendered = render(&loaded.map, &diagnostics);
    for step in diagnostics.iter().flat_map(|diagnostic| &diagnostic.trace) {
        rendered += &format!("  {}: {}\n", loaded.map.start(step.span).line, step.text);
    }
    expected.assert_eq(&rendered);
}

fn check_short(text: &str, expected: &[(&str, u32)]) {
    let loaded = load_text(&format!("{}{text}", ACTIONS.replace('\n', " ")));
    let diagnostics: Vec<Diagnostic> = check_cooperation(&loaded.civl()).into_iter().map(|(_, found)| found).collect();
    let found: Vec<(&str, u32)> = diagnostics.iter().map(|it| (it.code.id, loaded.map.start(it.span).line)).collect();
    assert_eq!(found, expected, "{}", render(&loaded.map, &diagnostics));
}

/// Checks a loop `while (guard) { body }` after a step that commits and is noticed.
fn check_loop(guard: &str, body: &str, ends: bool) {
    let text = format!(
        "yield procedure {{:layer 1}} P(n: int) {{
           var i, j, k: int;
           call N();
           while ({guard}) {{ {body} }}
         }}"
    );
    check_short(&text, if ends { &[] } else { &[("E0545", 4)] });
}

#[test]
fn a_committed_transaction_ends() {
    check(
        "yield procedure {:layer 1} P() {
           call R();
           call N();
           while (true) { }
         }",
        expect![[r#"
            4:12: E0545 this loop might not end, and a transaction of `P` is committed in it at layer 1
              3:12: others may notice the transaction since `N`
              help: add `measure {:layer 1} …;` to the loop: an integer that falls and stays above zero
              help: or let the loop yield
              2: `R` is a right mover
              3: `N` is a non-mover
        "#]],
    );
}

#[test]
fn nothing_is_asked_before_the_commit() {
    check_short(
        "yield procedure {:layer 1} P() {
           while (true) { call R(); }
         }
         yield procedure {:layer 1} Q() {
           var b: bool;
           while (b) { call R(); }
           call N();
           call Inv();
           while (b) { call R(); }
         }",
        &[],
    );
}

#[test]
fn nothing_is_asked_of_a_transaction_that_only_read() {
    check_short(
        "yield procedure {:layer 1} P() {
           var v: int;
           call R();
           call v := Get();
           while (true) { }
         }
         yield procedure {:layer 1} Q() {
           var v: int;
           call v := Get();
           while (true) {
             call L();
           }
         }
         yield procedure {:layer 1} S() {
           async call Work();
           while (true) { }
         }",
        &[("E0545", 10), ("E0545", 16)],
    );
}

#[test]
fn a_loop_that_yields_need_not_end() {
    check_short(
        "yield procedure {:layer 1} P() {
           call N();
           while (true) invariant {:yields} true; { call N(); }
         }",
        &[],
    );
}

#[test]
fn a_loop_that_commits_and_leaves_need_not_end() {
    check_short(
        "yield procedure {:layer 1} P() {
           while (true) {
             if (*) { call N(); break; }
           }
         }",
        &[],
    );
}

#[test]
fn a_loop_that_may_be_left_ends() {
    check_loop("*", "call L();", true);
    check_loop("true", "if (*) { break; }", false); // the head itself has to let go
}

#[test]
fn a_loop_that_counts_ends() {
    check_loop("i < n", "i := i + 1;", true);
    check_loop("i <= n && j == k", "call L(); i := i + 2;", true);
    check_loop("n > i", "i := 1 + i;", true);
    check_loop("i > 0", "i := i - 1;", true);
    check_loop("!(i <= 0)", "i := i - 1;", true);
    check_loop("0 <= i", "i := i + -1;", true);
    check_loop("i < n", "if (*) { i := i + 1; } else { i := i + 3; }", true);
}

#[test]
fn a_loop_that_does_not_count_may_go_on() {
    check_loop("i < n", "", false);
    check_loop("i < n", "i := i - 1;", false);
    check_loop("i < n", "i := i + 0;", false);
    check_loop("i < j", "i := i + 1; j := j + 1;", false);
    check_loop("i < n", "if (*) { i := i + 1; }", false);
    check_loop("i < n", "i := i + 1; if (*) { i := 0; }", false);
    check_loop("i < n", "i := i + 1; havoc i;", false);
    check_loop("i < n", "i := i + 1; call i := Get();", false);
    check_loop("i < n || j < k", "i := i + 1;", false);
    check_loop("i != n", "i := i + 1;", false);
}

#[test]
fn an_invariant_bounds_a_counter() {
    check_short(
        "yield procedure {:layer 1} P(n: int) {
           var i: int;
           call N();
           while (i != n) invariant {:layer 1} i <= n; { i := i + 1; }
         }
         yield procedure {:layer 1} Q(n: int) {
           var i: int;
           call N();
           while (i != n) invariant {:layer 0} i <= n; { i := i + 1; }
         }",
        &[("E0545", 9)],
    );
}

#[test]
fn a_counter_that_steps_by_one_reaches_its_limit() {
    let check = |start: &str, requires: &str, guard: &str, body: &str, ends: bool| {
        let text = format!(
            "yield procedure {{:layer 1}} P(n: int) requires {{:layer 1}} {requires}; {{
               var i, j: int;
               call N();
               {start};
               while ({guard}) {{ {body} }}
             }}"
        );
        check_short(&text, if ends { &[] } else { &[("E0545", 5)] });
    };
    check("i := 0", "n >= 0", "i != n", "i := i + 1;", true);
    check("i := 0", "n >= 5", "!(n == i)", "call L(); i := i + 1;", true);
    check("i := 3", "n <= 0", "i != n", "i := i - 1;", true);
    check("i := 0", "true", "i != 7", "i := i + 1;", true);
    check("i := 0", "n >= 0", "i != n", "i := i + 2;", false);
    check("i := 1", "n >= 0", "i != n", "i := i + 1;", false);
    check("i := 0", "n <= 0", "i != n", "i := i + 1;", false);
    check("i := 0", "n >= 0", "i != n", "i := i - 1;", false);
    check("i := j", "n >= 0", "i != n", "i := i + 1;", false);
    check("i := 0; havoc i", "n >= 0", "i != n", "i := i + 1;", false);
    check("i := 0", "n >= 0", "i != n", "if (*) { i := i + 1; }", false);
    check("i := 0", "n >= 0", "i != n", "while (*) { i := i + 1; }", false);
    check("i := 0", "n >= 0", "i != n", "i := i + 1; i := i + 1;", false);
    check("i := 0", "n >= 0", "i != n && j < 0", "i := i + 1;", true);
    check("i := 0", "n >= 0", "i != n || j < 0", "i := i + 1;", false);
    check("i := 0", "n >= 0", "true", "i := i + 1; if (i == n) { break; }", false);
}

#[test]
fn inner_loops_are_judged_by_themselves() {
    check_short(
        "yield procedure {:layer 1} P(n: int) {
           var i, j: int;
           call N();
           while (i < n) {
             i := i + 1;
             j := 0;
             while (j < i) { j := j + 1; }
           }
         }
         yield procedure {:layer 1} Q(n: int) {
           var i, j: int;
           call N();
           while (i < n) {
             i := i + 1;
             while (j < i) { call L(); }
           }
         }",
        &[("E0545", 15)],
    );
}

#[test]
fn a_measure_ends_a_loop_at_its_layer() {
    check_short(
        "yield procedure {:layer 1} P(n: int) {
           call N();
           while (true) measure {:layer 1} n; { }
         }
         yield procedure {:layer 2} Q(n: int) {
           call N();
           while (true) measure {:layer 1} n; { }
         }
         yield procedure {:layer 2} Two() { }",
        &[("E0545", 7)],
    );
}

#[test]
fn left_mover_procedures_end() {
    check(
        "yield left procedure {:layer 1} P() modifies x; {
           while (true) { call L(); }
         }",
        expect![[r#"
            2:12: E0545 this loop might not end, and a transaction of `P` is committed in it at layer 1
              1:513: calls of this left mover stand in committed transactions
              help: add `measure {:layer 1} …;` to the loop: an integer that falls and stays above zero
              help: or let the loop yield
        "#]],
    );
    check_short("yield right procedure {:layer 1} P() modifies x; { while (true) { call R(); } }", &[]);
}

#[test]
fn left_mover_procedures_return() {
    check(
        "yield left procedure {:layer 1} P(i: int) modifies x; {
           if (i != 0) {
             call L();
             async call {:sync} P(i - 1);
           }
         }",
        expect![[r#"
            1:513: E0546 left mover `P` calls itself at layer 1 and might not return
              4:14: calls `P`
              help: add `measure {:layer 1} …` to `P`: it falls with each of these calls
        "#]],
    );
}

#[test]
fn recursion_may_be_left() {
    check_short(
        "yield left procedure {:layer 1} A() modifies x; { call L(); call B(); }
         yield left procedure {:layer 1} B() modifies x; { call L(); if (*) { call A(); } }
         yield left procedure {:layer 1} C() modifies x; {
           var b: bool;
           if (*) { call L(); } else if (b) { call C(); }
         }
         yield left procedure {:layer 1} D() modifies x; {
           var i: int;
           while (i < 3) { i := i + 1; }
           if (*) { call D(); }
         }",
        &[],
    );
    check_short(
        "yield left procedure {:layer 1} A() modifies x; { call B(); }
         yield left procedure {:layer 1} B() modifies x; { if (*) { call A(); } else { call B(); } }
         yield left procedure {:layer 1} C() modifies x; {
           var b: bool;
           if (b) { call C(); }
         }",
        &[("E0546", 1), ("E0546", 3)],
    );
}

#[test]
fn a_parameter_descends() {
    check_short(
        "yield left procedure {:layer 1} A(i: int) modifies x; { if (i > 0) { call A(i - 1); } }
         yield left procedure {:layer 1} B(i: int) requires {:layer 1} 0 <= i; { if (i == 0) { return; } call B(i - 1); }
         yield left procedure {:layer 1} C(i: int, n: int) { if (i >= n) { return; } call C(i + 1, n) | C(i + 2, n); }
         yield left procedure {:layer 1} D(i: int, j: int) { if (i <= 0 || j <= 1) { return; } call E(j, i - 1); }
         yield left procedure {:layer 1} E(j: int, i: int) { if (i > 5) { call D(i - 1, j); } }",
        &[],
    );
    check_short(
        "yield left procedure {:layer 1} A(i: int) { if (i > 0) { call A(i); } }
         yield left procedure {:layer 1} B(i: int) requires {:layer 0} 0 <= i; { if (i == 0) { return; } call B(i - 1); }
         yield left procedure {:layer 1} C(i: int, n: int) { if (i >= n) { return; } call C(i + 1, n + 1); }
         yield left procedure {:layer 1} D(i: int) { if (i > 0) { call D(i - 1); } call D(i - 1); }",
        &[("E0546", 1), ("E0546", 2), ("E0546", 3), ("E0546", 4)],
    );
}

#[test]
fn measures_end_recursion_at_their_layer() {
    check_short(
        "yield left procedure {:layer 1} A(i: int) measure {:layer 1} i; { call B(i); }
         yield left procedure {:layer 1} B(i: int) measure {:layer 1} i; { call A(i); }
         yield left procedure {:layer 1} C(i: int) measure {:layer 0} i; { call D(i); }
         yield left procedure {:layer 1} D(i: int) measure {:layer 0} i; { call C(i); }",
        &[("E0546", 3)],
    );
}

#[test]
fn right_movers_and_atomic_procedures_need_not_return() {
    check_short(
        "yield right procedure {:layer 1} A() modifies x; { call R(); call A(); }
         yield atomic procedure {:layer 1} B() modifies x; { call B(); }",
        &[],
    );
}

#[test]
fn an_assumption_may_block() {
    let text = "yield procedure {:layer 1} P() {
           var b: bool;
           assume b;
           call N();
           assume true;
           assume b;
           call Inv();
           assume b;
         }";
    let loaded = load_text(&format!("{}{text}", ACTIONS.replace('\n', " ")));
    let found: Vec<_> = blocking_assumptions(&loaded.civl()).into_iter().map(|it| it.failure).collect();
    expect![[r#"
        6:12: E0547 this assumption might block the transaction that is committed at layer 1
          4:12: others may notice the transaction since `N`
          help: assume it before the commit or after a yield, or choose the value by an action that never blocks
    "#]]
    .assert_eq(&render(&loaded.map, &found));
}
