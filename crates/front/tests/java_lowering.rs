//! Java programs and the object programs that they become. `UPDATE_EXPECT=1` writes the snapshots anew.

use concurrent::object::{Body, text};
use expect_test::expect_file;
use front::java::{Input, read};
use source::SourceMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java")
}

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder is there").flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|kind| kind == "java")).collect();
    paths.sort();
    paths
}

/// The text of the lowered program; every method must be lowered.
fn lower(path: &Path) -> String {
    let mut map = SourceMap::new();
    let file = map.add(path, std::fs::read_to_string(path).expect("the program is readable"));
    let (program, findings) = read(&[Input { file, text: &map.file(file).text, is_overlay: false }]);
    assert!(findings.is_empty(), "{}: {findings:?}", path.display());
    let gap = program.gaps().next().map(|(method, gap)| {
        format!("{}: {}: {}", map.start(gap.span).line, text::method_name(&program, method), gap.message)
    });
    assert_eq!(gap, None, "{}", path.display());
    text::print(&program)
}

#[test]
fn programs_and_their_object_programs() {
    let programs = programs();
    assert!(programs.len() >= 7, "{programs:?}");
    for path in programs {
        expect_file![path.with_extension("txt")].assert_eq(&lower(&path));
    }
}

#[test]
fn javac_accepts_the_programs() {
    if Command::new("javac").arg("-version").output().is_err() {
        return;
    }
    let target = std::env::temp_dir().join(format!("counterpoint-javac-{}", std::process::id()));
    std::fs::create_dir_all(&target).expect("a temporary folder can be made");
    let result = Command::new("javac").arg("-d").arg(&target).args(programs()).output().expect("javac runs");
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    std::fs::remove_dir_all(&target).ok();
}

/// Graphs are well formed: ends have no way out, every other node has one, and edges lead to nodes.
#[test]
fn graphs_are_well_formed() {
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("the program is readable");
        let (program, _) = read(&[Input { file: source::FileId(0), text: &text, is_overlay: false }]);
        for id in program.method_ids() {
            let method = program.method(id);
            let Body::Graph(graph) = &method.body else {
                continue;
            };
            let name = text::method_name(&program, id);
            let mut has_exit = vec![false; graph.nodes.len()];
            for edge in &graph.edges {
                has_exit[edge.from.index()] = true;
                assert!(edge.to.index() < graph.nodes.len(), "{name}");
                assert!(edge.unwind.is_none_or(|unwind| unwind.index() < graph.nodes.len()), "{name}");
            }
            for (node, has_exit) in has_exit.into_iter().enumerate() {
                let is_end = node == graph.exit.index() || node == graph.exceptional_exit.index();
                assert_eq!(has_exit, !is_end, "{name}: node {node}");
            }
        }
    }
}

#[test]
fn a_method_without_a_modifier_is_overridden_in_its_package_only() {
    let texts = [
        "package p; public class A { int m() { return 1; } }",
        "package q; public class B extends p.A { int m() { return 2; } }",
        "package p; public class C extends A { public int m() { return 3; } }",
        "package q; public class D extends p.C { public int m() { return 4; } }",
    ];
    let inputs: Vec<Input> =
        (0u32..).zip(texts).map(|(file, text)| Input { file: source::FileId(file), text, is_overlay: false }).collect();
    let (program, findings) = read(&inputs);
    assert!(findings.is_empty(), "{findings:?}");
    let overridden = |class: &str| {
        let class = program.class_named(class).expect("the class is there");
        let method = program.class(class).methods.iter().find(|id| &*program.method(**id).name == "m");
        let overrides = &program.method(*method.expect("the method is there")).overrides;
        let names: Vec<&str> = overrides.iter().map(|id| &*program.class(program.method(*id).class).name).collect();
        names.join(" ")
    };
    assert_eq!(["p.A", "q.B", "p.C", "q.D"].map(overridden), ["", "", "p.A", "p.A p.C"].map(String::from));
}
