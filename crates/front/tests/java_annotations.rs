//! Annotations of Java programs: what they say, and what is told about those that are wrong.

use concurrent::object::annotations::resolve;
use concurrent::object::annotations::spec::{ExprKind, Guard, Spec, SpecType, StatementKind};
use expect_test::{Expect, expect};
use front::java::{Input, read};
use source::{Diagnostic, SourceMap};

fn specification(texts: &[(&str, &str)]) -> (Spec, Vec<Diagnostic>, SourceMap) {
    let mut map = SourceMap::new();
    let files: Vec<_> = texts.iter().map(|(path, text)| map.add(*path, *text)).collect();
    let input = |file: &source::FileId| Input {
        file: *file,
        text: &map.file(*file).text,
        is_overlay: map.path(*file).to_string_lossy().ends_with(".spec.java"),
    };
    let inputs: Vec<Input> = files.iter().map(input).collect();
    let (program, mut findings) = read(&inputs);
    let gaps: Vec<_> = program.gaps().map(|(_, gap)| gap.message.clone()).collect();
    assert!(gaps.is_empty(), "{gaps:?}");
    let (spec, more) = resolve(&program);
    findings.extend(more);
    (spec, findings, map)
}

/// Line, marked text, message and hints of each finding.
fn check(text: &str, expected: Expect) {
    let (_, findings, map) = specification(&[("A.java", text)]);
    let mut shown = String::new();
    for finding in findings {
        let line = map.start(finding.span).line;
        let help: String = finding.help.iter().map(|help| format!(" ({help})")).collect();
        shown += &format!("{line} {} `{}`: {}{help}\n", finding.code.id, map.text(finding.span), finding.message);
    }
    expected.assert_eq(&shown);
}

#[test]
fn every_annotation_of_the_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/java/Annotated.java");
    let text = std::fs::read_to_string(path).expect("the program is readable");
    let (spec, findings, map) = specification(&[("Annotated.java", &text)]);
    let messages: Vec<_> = findings.iter().map(|finding| (map.start(finding.span).line, &finding.message)).collect();
    assert!(messages.is_empty(), "{messages:?}");
    assert_eq!(spec.ghosts.len(), 2);
    assert_eq!(spec.ghosts[1].ty, SpecType::ThreadSet);
    assert_eq!(spec.env_assumptions.len(), 1);
    assert!(spec.env_assumptions[0].condition.is_two_state());
    assert_eq!(spec.global_invariants.len(), 1);
    assert_eq!(spec.field_clauses.len(), 3);
    assert_eq!(spec.thread_safe.len(), 1);
    assert_eq!(spec.raw.len(), 2);
    assert_eq!(spec.raw[1].raw.text, "r | w");
    let guards: Vec<_> = spec.guarded_by.iter().map(|guard| &guard.lock).collect();
    assert!(matches!(guards[0], Guard::Lock(lock) if matches!(lock.kind, ExprKind::This)), "{guards:?}");
    assert!(matches!(guards[1], Guard::Lock(lock) if matches!(lock.kind, ExprKind::Field { .. })), "{guards:?}");
    assert!(matches!(guards[2], Guard::Lock(lock) if matches!(lock.kind, ExprKind::Constant(_))), "{guards:?}");
    assert!(matches!(guards[3], Guard::Call(_)), "{guards:?}");
    let method = spec.methods.values().find(|method| !method.actions.is_empty()).expect("`add` has actions");
    assert_eq!((method.requires.len(), method.modifies.len(), method.ensures.len()), (1, 2, 1));
    assert_eq!(method.actions.len(), 2);
    assert_eq!(method.actions[0].also_modifies.len(), 1);
    let statements: Vec<_> = spec.statements.values().flatten().map(|clause| &clause.kind).collect();
    assert!(matches!(
        statements[..],
        [
            StatementKind::Assert(_),
            StatementKind::Set { .. },
            StatementKind::Set { .. },
            StatementKind::LoopInvariant(_),
            StatementKind::Assume(_)
        ]
    ));
}

#[test]
fn misspelt_and_misplaced() {
    check(
        r"
class A {
    int x;
    //@ require x > 0
    void m() { }
    //@ requires x > 0
    int y;
    void n(int k) {
        //@ loop_invariant k > 0
        k = 1;
        //@ requires k > 0
        int z = k /*@ assert k > 0 */ + 1;
    }
    //@ ensures kk > x
    void o(int k) { }
}
",
        expect![[r#"
            12 E0904 `/*@ assert k > 0 */`: an annotation may not stand here (annotations stand before classes, fields, methods and statements)
            4 E0911 `require`: there is no annotation `require` (did you mean `requires`?)
            6 E0912 `requires x > 0`: `requires` does not belong here (it stands before a method)
            9 E0912 `loop_invariant k > 0`: `loop_invariant` does not belong here (it stands right before a loop)
            11 E0912 `requires k > 0`: `requires` does not belong here (it stands before a method)
            14 E0913 `kk`: there is no variable `kk` here (did you mean `k`?)
        "#]],
    );
}

#[test]
fn words_that_are_close() {
    check(
        r"
class A {
    //@ invariant x > 0
    //@ protected_by x
    int x;
    // @ requires x > 0
    void m() { }
    /* @ ensures x > 0 */
    void n() { }
    // @author someone
    // @see requires
    void o() { }
    /**@ ensures x > 0 @*/
    void p() { }
    //@ global_invariant cell >= 0
    java.util.concurrent.atomic.AtomicInteger cell;
}
//@ global_invariant false
",
        expect![[r#"
            18 E0904 `//@ global_invariant false`: an annotation may not stand here (annotations stand before classes, fields, methods and statements)
            6 E0906 `// @ requires x > 0`: this is a comment and no annotation: the `@` does not come first in it (an annotation begins with `//@` or `/*@`)
            8 E0906 `/* @ ensures x > 0 */`: this is a comment and no annotation: the `@` does not come first in it (an annotation begins with `//@` or `/*@`)
            13 E0906 `/**@ ensures x > 0 @*/`: this is a comment and no annotation: the `@` does not come first in it (an annotation begins with `//@` or `/*@`)
            3 E0911 `invariant`: there is no annotation `invariant` (did you mean `global_invariant` or `loop_invariant`?)
            15 E0914 `cell >= 0`: these do not fit together: one is of type `AtomicInteger`, the other of type `int` (write `x.get()` for what an atomic `x` holds)
        "#]],
    );
}

#[test]
fn ill_typed() {
    check(
        r"
class A {
    //@ ghost int g = null
    //@ global_invariant x + 1
    //@ global_invariant \old(x) == 1
    //@ env_assumption x' >= x
    //@ env_assumption x' >= \old(x)
    int x;
    Object o;
    //@ writable_if o == x
    int y;
    //@ requires x && true
    //@ ensures \result == 1
    void m() {
        //@ set x = 1
        //@ assert this.x.y == 2
        //@ assert o.get() == 1
        //@ assert x >
        //@ assert \od(x) == 1
        x = 1;
    }
}
",
        expect![[r#"
            3 E0914 `null`: this value is not of the ghost's type
            4 E0914 `x + 1`: expected a condition, this is of type `int`
            5 E0914 `\old(x)`: there is only one state here: no `\old` and no prime
            6 E0914 `x`: without a prime this is its value after the step too (write `\old(x)` for the value before the step, `x'` for the one after)
            10 E0914 `o == x`: these do not fit together: one is of type `Object`, the other of type `int`
            12 E0914 `x`: expected a condition, this is of type `int`
            13 E0914 `\result`: there is no `\result` here
            15 E0914 `x`: only a ghost can be set in an annotation
            16 E0914 `this.x.y`: this has no fields: it is of type `int`
            17 E0914 `o.get()`: annotations call no methods (`x.get()` of an atomic and `s.contains(t)` of a set of threads are known)
            18 E0910 ``: expected an expression, the annotation ends
            19 E0910 `\od`: expected an expression, found `\od` (did you mean `\old`?)
        "#]],
    );
}

#[test]
fn names_of_every_place() {
    check(
        r#"
package p;
import java.util.concurrent.atomic.AtomicReference;
class Outer {
    //@ ghost boolean busy
    static int all;
    AtomicReference<Outer> next = new AtomicReference<>();
    class Inner extends Thread {
        //@ writable_if Outer.this.holder == tid && busy && tid == this && tid.start
        int x;
        public void run() {
            int local = all;
            Runnable r = () -> {
                //@ assert x == all && Outer.all == p.Outer.all && this.x == 1 && local == 2
                x = local;
                //@ assert next.get() != null && next.get().next == next && Outer.class.holder == null
            };
        }
    }
}
"#,
        expect![""],
    );
}

#[test]
fn overlays() {
    let source = "class A { int x; void m(int k) { } A(int k) { } class B { int z; } }";
    let overlay = "
class A {
    //@ writable_if this.holder == tid
    int x;
    //@ requires k > 0
    void m(int k);
    //@ requires k > 1
    A(int k);
    class B {
        //@ readable_if z > 0
        int z;
    }
    void n();
}
";
    let (spec, findings, map) = specification(&[("A.java", source), ("A.spec.java", overlay)]);
    let messages: Vec<_> =
        findings.iter().map(|finding| (map.start(finding.span).line, finding.message.as_str())).collect();
    assert_eq!(messages, [(13, "the class has no such method `n`")]);
    assert_eq!(spec.field_clauses.len(), 2);
    assert_eq!(spec.methods.len(), 2);
}
