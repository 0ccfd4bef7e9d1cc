//! Faults that are put in: the program is still one.

use concurrent::object::annotations;
use front::java::Input;
use locks::inject::{Fault, FaultKind, inject};
use source::{SourceMap, Span};

/// One fault for each of many seeds.
fn faults(text: &str, kind: FaultKind) -> Vec<Fault> {
    let mut map = SourceMap::new();
    let file = map.add("Test.java", text);
    let (program, wrong) = front::java::read(&[Input { file, text, is_overlay: false }]);
    assert!(wrong.is_empty(), "{wrong:?}");
    let (spec, _) = annotations::resolve(&program);
    let (locks, _) = locks::spec::elaborate(&program, &spec);
    let words = |span: Span| map.text(span).to_string();
    (0..40).filter_map(|seed| inject(&program, &locks, &words, kind, seed)).collect()
}

/// In front of the constants of an enum there is no room for a field, and fields of interfaces are constants.
#[test]
fn a_counter_is_declared_only_where_a_field_may_stand() {
    let body = "static final java.util.concurrent.locks.Lock L = new java.util.concurrent.locks.ReentrantLock();";
    let run = "void run() { L.lock(); L.unlock(); }";
    let class = format!("class C {{ {body} {run} }}");
    let enumeration = format!("enum E {{ A, B; {body} {run} }}");
    let interface = format!("interface I {{ {} default {run} }}", body.replace("static final ", ""));
    assert!(!faults(&class, FaultKind::OnCounter).is_empty());
    for text in [enumeration, interface] {
        assert!(!faults(&text, FaultKind::Modified).is_empty(), "{text}");
        assert!(faults(&text, FaultKind::OnCounter).is_empty(), "{text}");
    }
}

/// A field that a local hides is another variable; one that is final has no value yet while its object is built.
#[test]
fn a_condition_is_about_a_variable_that_is_there() {
    let text = "class C {
        final java.util.concurrent.locks.Lock l = new java.util.concurrent.locks.ReentrantLock();
        boolean hidden; final int late; int seen;
        C() { l.lock(); l.unlock(); late = 1; }
        void run() { String hidden = \"\"; l.lock(); l.unlock(); }
    }";
    let found = faults(text, FaultKind::OnVariable);
    let method = text.find("void run").expect("it is there");
    let about = |name: &str, is_early: bool| {
        let is_there = |fault: &&Fault| ((fault.span.start as usize) < method) == is_early;
        found.iter().filter(is_there).filter(|fault| fault.description.contains(name)).count()
    };
    assert!(about("seen", true) > 0 && about("seen", false) > 0 && about("late", false) > 0);
    assert_eq!((about("hidden", false), about("late", true)), (0, 0));
}
