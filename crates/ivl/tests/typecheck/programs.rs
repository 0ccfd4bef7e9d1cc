//! Whole programs of this project: what is accepted is well formed.

use crate::{on_large_stack, wellformed};
use source::{Severity, SourceMap};
use std::path::{Path, PathBuf};

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "bpl") {
            found.push(path);
        }
    }
}

#[test]
fn accepted_programs_are_well_formed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    programs(&root.join("tests"), &mut found);
    programs(&root.join("examples"), &mut found);
    assert!(!found.is_empty(), "there are no programs");
    on_large_stack(|| {
        for path in &found {
            let text = std::fs::read_to_string(path).unwrap();
            let mut map = SourceMap::new();
            let file = map.add(path, text.clone());
            let (program, mut diagnostics) = front::bpl::parse(file, &text);
            let (program, more) = ivl::typecheck::typecheck(&program);
            diagnostics.extend(more);
            if diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
                assert_eq!(wellformed::violation(&program), None, "{}", path.display());
            }
        }
    });
}

#[test]
fn the_work_is_linear_in_the_number_of_declarations() {
    let mut text = String::from("var g: int; function f<T>(x: T): T;\n");
    for at in 0..3_000 {
        text += &format!(
            "procedure P{at}(x: int) returns (y: int) modifies g; {{ y := f(x) + g; g := y; call y := P{}(y); }}\n",
            (at * 7) % 3_000
        );
    }
    let mut map = SourceMap::new();
    let file = map.add("large.bpl", text.clone());
    let (program, diagnostics) = front::bpl::parse(file, &text);
    assert!(diagnostics.is_empty());
    let start = std::time::Instant::now();
    let (program, diagnostics) = ivl::typecheck::typecheck(&program);
    assert!(diagnostics.is_empty());
    assert_eq!(program.implementations.len(), 3_000);
    // A quadratic pass would take minutes; the limit leaves room for slow, busy machines.
    assert!(start.elapsed().as_secs() < 60);
}
