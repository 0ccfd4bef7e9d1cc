//! Whatever the text is, the front end answers: with a program, with findings, never with a panic.

use front::java::{Input, read};
use source::{FileId, SourceMap};
use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|kind| kind == "java")).collect();
    paths.sort();
    paths
}

/// Reads, resolves the annotations and prints, on a thread with a large stack.
fn survive(text: String) -> (bool, usize) {
    let work = move || {
        let (program, findings) = read(&[Input { file: FileId(0), text: &text, is_overlay: false }]);
        let (_, more) = concurrent::object::annotations::resolve(&program);
        (concurrent::object::text::print(&program).is_empty(), findings.len() + more.len())
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread can be started");
    thread.join().expect("no panic")
}

fn messages(text: &str) -> Vec<String> {
    let mut map = SourceMap::new();
    let file = map.add("A.java", text);
    let (_, findings) = read(&[Input { file, text, is_overlay: false }]);
    findings.iter().map(|finding| format!("{}: {}", map.start(finding.span).line, finding.message)).collect()
}

#[test]
fn bad_syntax_has_a_place() {
    assert_eq!(messages("class A {\n  int x\n}"), ["2: expected `;` here"]);
    assert_eq!(messages("class A { }\nint x = 3;"), ["2: expected a class here"]);
    assert_eq!(messages("class A { int x = 99999999999; }"), ["1: this literal is malformed or out of range"]);
    assert_eq!(messages("class A { }\nclass A { }"), ["2: the class `A` is declared twice"]);
    assert!(!messages("class A extends B { }\nclass B extends A { }").is_empty());
}

#[test]
fn what_is_not_modelled_costs_its_method_only() {
    let text = "class A { int x; void a(Object o) { java.util.zip.CRC32 c = new java.util.zip.CRC32(); } int b() { return x; } }";
    let (program, findings) = read(&[Input { file: FileId(0), text, is_overlay: false }]);
    assert!(findings.is_empty());
    let gaps: Vec<String> = program.gaps().map(|(_, gap)| gap.message.clone()).collect();
    assert_eq!(gaps, ["the class `java.util.zip.CRC32` is not known"]);
}

#[test]
fn torn_programs() {
    for path in programs() {
        let text = std::fs::read_to_string(path).expect("the program is readable");
        let words: Vec<&str> = text.split_inclusive(' ').collect();
        for step in 1..16 {
            // The beginning alone, and the text with a part left out.
            let at = words.len() * step / 16;
            survive(words[..at].concat());
            let torn = words.iter().enumerate().filter(|(index, _)| (index + step) % 37 != 0);
            survive(torn.map(|(_, word)| *word).collect());
        }
    }
}

#[test]
fn swapped_names() {
    // Well-formed text whose names and types mean something else, or nothing.
    let swaps =
        [("int", "String"), ("this", "null"), ("value", "lock"), ("new ", "(Object) new "), ("class ", "enum ")];
    for path in programs() {
        let text = std::fs::read_to_string(path).expect("the program is readable");
        for (from, to) in swaps {
            survive(text.replace(from, to));
        }
    }
}

#[test]
fn deep_nesting() {
    let deep = |open: &str, close: &str| {
        format!("class A {{ int m(int x) {{ return {}x{}; }} }}", open.repeat(20_000), close.repeat(20_000))
    };
    assert!(survive(deep("(", ")")).1 > 0);
    survive(deep("-", ""));
    survive(format!("class A {{ int m(int x) {{ return x{}; }} }}", " + x".repeat(2_000)));
    survive(format!("//@ global_invariant {}1\nclass A {{ }}", "(".repeat(10_000)));
    survive(format!("class A {{ void m() {{ {} }} }}", "{".repeat(10_000)));
}
