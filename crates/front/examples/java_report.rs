//! Reads Java files and folders as one program and tells how many methods were lowered, and why the others were not.
//!
//! `cargo run --release -p front --example java_report -- [--each] [--text] [--gaps] PATH...`: each file by itself, the
//! object program too, the place of each reason too.

use concurrent::object::{self, Body};
use source::SourceMap;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Nested text needs stack.
const STACK_SIZE: usize = 256 << 20;

fn main() {
    let work = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run);
    work.expect("a thread can be started").join().expect("the front end never panics");
}

#[derive(Default)]
struct Counts {
    files: usize,
    lowered: usize,
    unsupported: usize,
    without_body: usize,
    findings: usize,
    reasons: BTreeMap<String, usize>,
}

fn run() {
    let (options, paths): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let has = |name: &str| options.iter().any(|option| option == name);
    let mut files = Vec::new();
    paths.iter().for_each(|path| collect(Path::new(path), &mut files));
    let mut counts = Counts::default();
    let start = Instant::now();
    let groups: Vec<Vec<PathBuf>> =
        if has("--each") { files.into_iter().map(|file| vec![file]).collect() } else { vec![files] };
    for group in groups {
        read(&group, has("--text"), has("--gaps"), &mut counts);
    }
    let Counts { files, lowered, unsupported, without_body, findings, reasons } = counts;
    let time = start.elapsed();
    println!(
        "{files} files in {time:.2?}: {lowered} methods lowered, {unsupported} unsupported, {without_body} without body, {findings} findings"
    );
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (reason, count) in reasons.iter().take(40) {
        println!("{count:6} {reason}");
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| collect(entry, files));
    } else if path.extension().is_some_and(|extension| extension == "java") {
        files.push(path.to_path_buf());
    }
}

fn read(paths: &[PathBuf], prints: bool, gaps: bool, counts: &mut Counts) {
    let mut map = SourceMap::new();
    let mut files = Vec::new();
    for path in paths {
        match std::fs::read_to_string(path) {
            Ok(text) => files.push(map.add(path, text)),
            Err(error) => println!("{}: {error}", path.display()),
        }
    }
    let input = |file: &source::FileId| front::java::Input {
        file: *file,
        text: &map.file(*file).text,
        is_overlay: map.path(*file).to_string_lossy().ends_with(".spec.java"),
    };
    let inputs: Vec<front::java::Input> = files.iter().map(input).collect();
    let (program, mut findings) = front::java::read(&inputs);
    findings.extend(object::annotations::resolve(&program).1);
    for finding in &findings {
        let place = map.start(finding.span);
        println!("{}:{}: {}", map.path(finding.span.file).display(), place.line, finding.message);
    }
    counts.files += files.len();
    counts.findings += findings.len();
    for method in &program.methods {
        match &method.body {
            Body::Graph(_) => counts.lowered += 1,
            Body::Unsupported(_) => counts.unsupported += 1,
            Body::Library(_) => {}
            Body::Abstract | Body::Native => counts.without_body += 1,
        }
    }
    for (id, gap) in program.gaps() {
        *counts.reasons.entry(gap.message.clone()).or_default() += 1;
        if gaps {
            let place = map.start(gap.span);
            let name = object::text::method_name(&program, id);
            println!("{}:{}: {name}: {}", map.path(gap.span.file).display(), place.line, gap.message);
        }
    }
    if prints {
        println!("{}", object::text::print(&program));
    }
}
