//! Type checking seen from outside: which programs are refused, with which words, and what the others become.

mod blocks;
mod datatypes;
mod expressions;
mod functions;
mod names;
mod procedures;
mod programs;
mod wellformed;

use expect_test::Expect;
use ivl::typed::Program;
use source::{Diagnostic, Severity, SourceMap};

/// Works on a stack as large as callers give to the type checker.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).unwrap();
        thread.join().unwrap()
    })
}

fn typecheck(text: &str) -> (SourceMap, Program, Vec<Diagnostic>) {
    let mut map = SourceMap::new();
    let file = map.add("test.bpl", text);
    let (program, diagnostics) = front::bpl::parse(file, text);
    assert!(diagnostics.is_empty(), "the test does not parse: {diagnostics:?}");
    let (program, diagnostics) = ivl::typecheck::typecheck(&program);
    (map, program, diagnostics)
}

/// Compares the diagnostics, one per line, with labels and help below.
fn check(text: &str, expected: Expect) {
    let (map, program, diagnostics) = typecheck(text);
    let place = |span| {
        let start = map.start(span);
        format!("{}:{}", start.line, start.column)
    };
    let mut rendered = String::new();
    for diagnostic in &diagnostics {
        let severity = if diagnostic.severity == Severity::Warning { "warning " } else { "" };
        let (at, id, message) = (place(diagnostic.span), diagnostic.code.id, &diagnostic.message);
        rendered += &format!("{at}: {severity}{id} {message}\n");
        for label in &diagnostic.related {
            rendered += &format!("  {}: {}\n", place(label.span), label.text);
        }
        for help in &diagnostic.help {
            rendered += &format!("  help: {help}\n");
        }
    }
    if diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
        assert_eq!(wellformed::violation(&program), None);
    }
    expected.assert_eq(&rendered);
}

/// The typed form of a program without any diagnostic.
fn accept(text: &str) -> (SourceMap, Program) {
    let (map, program, diagnostics) = typecheck(text);
    assert!(diagnostics.is_empty(), "refused: {diagnostics:?}");
    assert_eq!(wellformed::violation(&program), None);
    (map, program)
}
