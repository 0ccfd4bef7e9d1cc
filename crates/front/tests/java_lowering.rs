//! Java programs and the object programs that they become. Each program is a test. `UPDATE_EXPECT=1` writes the snapshots anew.

#[path = "../../cli/tests/support/programs.rs"]
mod programs;
#[path = "../../cli/tests/support/trials.rs"]
mod trials;

use concurrent::object::{Body, text};
use expect_test::expect_file;
use front::java::{Input, read};
use programs::files_below;
use source::SourceMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use trials::{Outcome, functions, of_programs, with_tools};

fn main() -> ExitCode {
    let mut tests = of_programs(corpus(), "", it_becomes_its_object_program);
    tests.extend(of_programs(corpus(), "as graphs", its_graphs_are_well_formed));
    tests.extend(with_tools(&["javac"], functions![javac_accepts_the_programs]));
    tests.extend(functions![the_corpus_is_found, a_method_without_a_modifier_is_overridden_in_its_package_only]);
    trials::run(tests)
}

fn corpus() -> Vec<PathBuf> {
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java"), "java")
}

fn the_corpus_is_found() {
    let programs = corpus();
    assert!(programs.len() >= 7, "{programs:?}");
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

fn it_becomes_its_object_program(path: &Path) -> Outcome {
    expect_file![path.with_extension("txt")].assert_eq(&lower(path));
    Ok(())
}

fn javac_accepts_the_programs() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("javac-{}", std::process::id()));
    std::fs::create_dir_all(&target).expect("a temporary folder can be made");
    let result = Command::new("javac").arg("-d").arg(&target).args(corpus()).output().expect("javac runs");
    std::fs::remove_dir_all(&target).ok();
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
}

/// Graphs are well formed: ends have no way out, every other node has one, and edges lead to nodes.
fn its_graphs_are_well_formed(path: &Path) -> Outcome {
    let text = std::fs::read_to_string(path).expect("the program is readable");
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
    Ok(())
}

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
