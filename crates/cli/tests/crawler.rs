//! The crawler, a client of 1,600 lines: it is proved, and each fault that is put into it is refused where it is.

mod support;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::{Scratch, root};

/// A fault: the file, what stands there, what stands there then, and the code of a finding.
type Fault = (&'static str, &'static str, &'static str, &'static str);

const FAULTS: [Fault; 7] = [
    // The log is written without its monitor.
    ("Log.java", "        synchronized (this) {\n            codes", "        {\n            codes", "E0921"),
    // A host is counted without the monitor of the table.
    ("HostTable.java", "public synchronized void succeeded", "public void succeeded", "E0921"),
    // The frontier is waited for once only.
    (
        "Frontier.java",
        "while (count == 0 && !closed) {\n            wait",
        "if (count == 0 && !closed) {\n            wait",
        "E0928",
    ),
    // The large table of addresses is replaced by a reader.
    ("SeenUrls.java", "lock.beginWrite()", "lock.beginRead()", "E0922"),
    // A content is added without the lock.
    (
        "ContentStore.java",
        "        lock.beginRead();\n        try {\n            return addLocked",
        "        try {\n            return addLocked",
        "E0929",
    ),
    // A second writer is let in.
    (
        "ReadersWriterLock.java",
        "while (hasWriter || first != null || second",
        "while (first != null || second",
        "E0926",
    ),
    // The rules of the filter are sealed before they are complete.
    (
        "Crawler.java",
        "        filter.add(2000, 2010, true);\n        filter.seal();",
        "        filter.seal();\n        filter.add(2000, 2010, true);",
        "E0929",
    ),
];

#[test]
#[ignore = "minutes without optimisation: `make crawler` runs it"]
fn the_crawler_is_proved() {
    let scratch = Scratch::new();
    let report = check(&scratch, &root().join("examples/rely/crawler"));
    assert_eq!(report["files"][0]["verdict"], "proved", "{:#}", report["files"][0]["diagnostics"]);
}

#[test]
#[ignore = "minutes without optimisation: `make crawler` runs it"]
fn each_fault_in_the_crawler_is_refused() {
    let scratch = Scratch::new();
    let mut wrong = Vec::new();
    for (file, from, to, code) in FAULTS {
        let folder = scratch.path().join("crawler");
        copy(&root().join("examples/rely/crawler"), &folder);
        let text = fs::read_to_string(folder.join(file)).expect("the file can be read");
        assert!(text.contains(from), "{file} has changed: there is no `{from}`");
        fs::write(folder.join(file), text.replacen(from, to, 1)).expect("the file can be written");
        let report = check(&scratch, &folder);
        let findings = report["files"][0]["diagnostics"].as_array().cloned().unwrap_or_default();
        if !findings.iter().any(|finding| finding["code"] == code) {
            wrong.push(format!("{file}: {to}: {findings:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What `check` says of the folder. What is the same as before is not asked again.
fn check(scratch: &Scratch, folder: &Path) -> Value {
    let args = ["check", "--engine", "rely", "--format", "json1", &folder.display().to_string()].map(PathBuf::from);
    scratch.start(scratch.command(&args)).finish_within(Duration::from_secs(900)).json()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(from).expect("the folder can be read").flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("the file can be copied");
    }
}
