//! What is remembered from run to run: nothing that an edit has made wrong, and all that it has not touched.

mod support;

use serde_json::Value;
use support::{Finished, Scratch, all_files_below, solver, without_times};

/// A folder with a program and a cache.
struct Session(Scratch);

impl Session {
    fn new() -> Session {
        Session(Scratch::new())
    }

    fn check(&self, text: &str, options: &[&str]) -> Finished {
        self.0.write("a.bpl", text);
        self.0.run(["check", "--cache-dir", "cache", "a.bpl"].iter().chain(options))
    }

    /// How many results are kept.
    fn entries(&self) -> usize {
        all_files_below(&self.0.path().join("cache")).len()
    }
}

/// The verdicts and findings of a run, without times.
fn conclusions(run: &Finished) -> Value {
    without_times(run.json()["files"][0].clone())
}

/// The first text is proved; with the edit, the run that remembers this concludes what one without memory does.
#[track_caller]
fn proof_is_lost(text: &str, from: &str, to: &str) {
    let session = Session::new();
    session.check(text, &[]).expect_code(0);
    session.check(text, &[]).expect_code(0);
    let edited = text.replacen(from, to, 1);
    assert_ne!(text, edited, "nothing is edited");
    let warm = session.check(&edited, &["--format", "json1"]).expect_code(1);
    let cold = session.check(&edited, &["--format", "json1", "--no-cache"]).expect_code(1);
    assert_eq!(conclusions(&warm), conclusions(&cold));
    // And back again.
    session.check(text, &[]).expect_code(0);
}

#[test]
fn edits_of_the_implementation_itself() {
    let text = "procedure P(x: int) returns (y: int) requires x > 0; ensures y > 1; { y := x + 1; }\n";
    proof_is_lost(text, "x + 1", "x + 0");
    proof_is_lost(text, "x > 0", "x > -1");
    proof_is_lost(text, "y > 1", "y > 2");
    let text = "procedure P(x: int where x > 0) { var y: int where y > x; havoc y; assert y > 1; }\n";
    proof_is_lost(text, "y > x", "y < x");
    proof_is_lost(text, "x > 0", "x > -3");
    let text = "procedure P() { var i: int; i := 0; while (i < 9) invariant i <= 9; { i := i + 1; } assert i == 9; }\n";
    proof_is_lost(text, "invariant i <= 9", "invariant i <= 10");
}

#[test]
fn edits_of_a_called_procedure() {
    let text = "procedure Q(x: int) returns (y: int); requires x > 0; ensures y > x;\n\
                procedure P() returns (y: int) ensures y > 5; { call y := Q(5); }\n";
    proof_is_lost(text, "ensures y > x", "ensures y >= x");
    proof_is_lost(text, "requires x > 0", "requires x > 7");
    let text = "var g: int;\n\
                procedure Q();\n  ensures true;\n\
                procedure P() modifies g; { g := 1; call Q(); assert g == 1; }\n";
    proof_is_lost(text, "procedure Q();", "procedure Q(); modifies g;");
}

/// The caller is as it was, and so is the contract of what it calls.
#[test]
fn edits_of_an_inlined_body() {
    let text = "procedure {:inline 1} R(x: int) returns (y: int) { y := x + 1; }\n\
                procedure {:inline 1} Q(x: int) returns (y: int) { call y := R(x); }\n\
                procedure P() { var y: int; call y := Q(5); assert y == 6; }\n";
    proof_is_lost(text, "x + 1", "x + 2");
    proof_is_lost(text, "call y := R(x)", "call y := R(x); y := y + 1");
    proof_is_lost(text, "{:inline 1} R", "R");
    proof_is_lost(text, "{:inline 1} Q", "Q");
}

/// Whether a measure must decrease depends on bodies that the caller does not see.
#[test]
fn a_callee_that_begins_to_call_back() {
    let text = "procedure Q(n: int) measure n; requires n >= 0; { }\n\
                procedure P(n: int) measure n; requires n >= 0; { call Q(n); }\n";
    proof_is_lost(text, "requires n >= 0; { }", "requires n >= 0; { if (n > 0) { call P(n - 1); } }");
}

#[test]
fn edits_of_axioms_functions_constants_and_types() {
    let text = "function f(x: int): int;\n\
                axiom (forall x: int :: {f(x)} f(x) > x);\n\
                procedure P() { assert f(3) > 3; }\n";
    proof_is_lost(text, "f(x) > x", "f(x) >= x");
    proof_is_lost(text, "axiom (forall", "axiom false || (exists");
    let text = "function f(x: int): int { x + 1 }\nprocedure P() { assert f(3) > 3; }\n";
    proof_is_lost(text, "x + 1", "x + 0");
    let text = "function {:inline} f(x: int): int { x + 1 }\nprocedure P() { assert f(3) > 3; }\n";
    proof_is_lost(text, "x + 1", "x + 0");
    let text = "function {:define} f(x: int): int { x + 1 }\nprocedure P() { assert f(3) > 3; }\n";
    proof_is_lost(text, "x + 1", "x + 0");
    let text = "const unique a: int; const unique b: int; procedure P() { assert a != b; }\n";
    proof_is_lost(text, "const unique b", "const b");
    let text = "datatype D { A(), B() } procedure P(d: D) { assert d is A || d is B; }\n";
    proof_is_lost(text, "B() }", "B(), C() }");
    let text = "function {:bvbuiltin \"bvuge\"} f(x: bv8, y: bv8): bool; procedure P(x: bv8) { assert f(x, 0bv8); }\n";
    proof_is_lost(text, "bvuge", "bvsge");
}

#[test]
fn edits_of_globals() {
    let text = "var a: bool; var b: bool; var c: bool;\nprocedure P() { assert a == b || b == c || a == c; }\n";
    proof_is_lost(text, "var a: bool; var b: bool; var c: bool;", "var a: int; var b: int; var c: int;");
    let text = "var g: int where g > 0;\nprocedure P() { assert g > 0; }\n";
    proof_is_lost(text, "where g > 0", "where g >= 0");
}

#[test]
fn edits_of_attributes() {
    let session = Session::new();
    let printed = |text: &str, code: i32| session.check(text, &[]).expect_code(code).stdout;
    assert!(printed("procedure P(x: int) { assert {:msg \"one\"} x > 0; }", 1).contains("one"));
    assert!(printed("procedure P(x: int) { assert {:msg \"two\"} x > 0; }", 1).contains("two"));
    assert!(printed("procedure P(x: int) { assert {:msg \"two\"} x == x; }", 0).contains("proved 1"));
    assert!(printed("procedure {:timeLimit 9} P(x: int) { assert {:msg \"two\"} x == x; }", 0).contains("proved 1"));
    assert!(printed("procedure {:verify false} P(x: int) { assert {:msg \"two\"} x == x; }", 0).contains("proved 0"));
    let twice = "procedure P(x: int) { assert {:subsumption 1} x == 0; assert x <= 0; }";
    assert_eq!(printed(twice, 1).matches("error[").count(), 1);
    assert_eq!(printed(&twice.replace("subsumption 1", "subsumption 0"), 1).matches("error[").count(), 2);
}

#[test]
fn a_contradiction_that_an_edit_brings_in_is_found() {
    let text = "const c: int;\naxiom c > 0;\nprocedure P(x: int) requires x > c; { assert x > 0; }\n";
    proof_is_lost(text, "axiom c > 0;", "axiom c > 0; axiom c < 0;");
    proof_is_lost(text, "requires x > c;", "requires x > c; requires x < c;");
}

/// Lines move, procedures come and go, names of variables bound elsewhere change: nothing is asked again, and what is
/// listed stands where it now stands.
#[test]
fn edits_elsewhere_ask_nothing_again() {
    let text = "function f(x: int): int;\naxiom (forall x: int :: {f(x)} f(x) > x);\n\
                procedure Q(x: int) returns (y: int) ensures y > x; { y := f(x); }\n\
                procedure P() returns (y: int) ensures (forall z: int :: y > z || z >= y); { call y := Q(5); assert y > 5; }\n";
    let more = "procedure New(a: int) { assert (forall b: int :: b == b || a > b); }\n";
    let edits = [
        format!("// A comment.\n\n{}", text.replace("; ", ";\n  ")),
        format!("{more}{text}"),
        text.replace("ensures (forall", "\n\n  // Where?\n  ensures (forall"),
    ];
    for edited in edits {
        let session = Session::new();
        session.check(text, &[]).expect_code(0);
        session.check(more, &[]).expect_code(0);
        let before = session.entries();
        let warm = session.check(&edited, &["--verbose"]).expect_code(0);
        // The body of another program is known only with that program's environment.
        let new = if edited.contains("New") { 1 } else { 0 };
        assert_eq!(session.entries(), before + new, "{edited}");
        let cold = session.check(&edited, &["--verbose", "--no-cache"]).expect_code(0);
        assert_eq!(places(&warm.stdout), places(&cold.stdout));
    }
}

/// The obligations of a verbose report: ids and lines, without times.
fn places(report: &str) -> Vec<String> {
    let listed = report.lines().filter(|line| line.contains(", line "));
    let places: Vec<String> = listed.map(|line| line.rsplit_once(',').map_or("", |(place, _)| place).into()).collect();
    assert!(!places.is_empty());
    places
}

/// A solver may be another than its version says, and the same under another name.
#[test]
fn solvers_are_distinguished_by_their_files() {
    let session = Session::new();
    let real = solver();
    let script = |name: &str, comment: &str| {
        session.0.script(name, &format!("# {comment}\nexec '{}' \"$@\"", real.display())).display().to_string()
    };
    let (one, same, other) = (script("one/z3", "one"), script("same/z3", "one"), script("other/z3", "other"));
    let text = "procedure P(x: int) { assert x == x; }\n";
    let entries_with = |path: &str| {
        session.check(text, &["--solver", path]).expect_code(0);
        session.entries()
    };
    let count = entries_with(&one);
    assert!(count > 0);
    assert_eq!(entries_with(&same), count, "where the file is does not count");
    assert_eq!(entries_with(&other), 2 * count, "what is in the file does");
    // A name alone is looked for in the PATH.
    let mut command = session.0.command(["check", "--cache-dir", "cache", "--solver", "z3", "a.bpl"]);
    command.env("PATH", session.0.path().join("other"));
    session.0.start(command).finish().expect_code(0);
    assert_eq!(session.entries(), 2 * count);
    // Not a folder that has the name where the run is started.
    let mut command = session.0.command(["check", "--cache-dir", "cache", "--solver", "one", "a.bpl"]);
    command.env("PATH", session.0.path());
    session.0.start(command).finish().expect_code(2);
}

#[test]
fn one_goal_alone_does_not_stand_for_all() {
    let text = "procedure P(x: int) { assert x == x; assert x > 0; }\n";
    let session = Session::new();
    session.check(text, &["--only", "P/assertion.1"]).expect_code(0);
    session.check(text, &[]).expect_code(1);
    session.check(text, &["--only", "P/assertion.2"]).expect_code(1);
    session.check(text, &["--only", "P/assertion.1"]).expect_code(0);
}

/// Two variables, each with two actions that move past each other, and a procedure that uses one of them.
const MOVERS: &str = "\
var {:layer 0, 2} x: int;
var {:layer 0, 2} y: int;
both action {:layer 1, 2} NextX() { x := x + 1; }
both action {:layer 1, 2} MoreX(n: int) { x := x + n; }
both action {:layer 1, 2} NextY() { y := y + 1; }
both action {:layer 1, 2} MoreY(n: int) { y := y + n; }
yield procedure {:layer 0} DoNextX();
refines NextX;
yield procedure {:layer 1} TwiceX()
refines atomic action {:layer 2} _ { x := x + 2; }
{ call DoNextX(); call DoNextX(); }
";

#[test]
fn edits_of_an_action() {
    proof_is_lost(MOVERS, "x := x + n", "x := 2 * x + n");
    proof_is_lost(MOVERS, "x := x + 1", "x := x + 3");
    proof_is_lost(MOVERS, "x := x + 2", "x := x + 1");
    proof_is_lost(
        MOVERS,
        "both action {:layer 1, 2} MoreY(n: int) {",
        "both action {:layer 1, 2} MoreY(n: int) { assume n > y;",
    );
}

/// Its pairs with the actions that share a variable, in both orders, and nothing else.
#[test]
fn an_edit_of_an_action_asks_for_its_row_and_column() {
    let session = Session::new();
    session.check(MOVERS, &[]).expect_code(0);
    let all = session.entries();
    session.check(&MOVERS.replace("y := y + 1", "y := y - 1"), &[]).expect_code(0);
    let row_and_column = session.entries() - all;
    assert!(row_and_column > 0 && row_and_column < all / 2, "{row_and_column} of {all}");
}
