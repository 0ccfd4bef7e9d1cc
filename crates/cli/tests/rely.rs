//! Annotated Java: right programs are proved, wrong ones fail where they are wrong.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The exit code and the output of a check.
fn check(path: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_counterpoint"))
        .args(["check", "--no-cache", path])
        .current_dir(root())
        .output()
        .expect("the program runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn right_programs_are_proved() {
    for path in ["examples/rely/Counter.java", "examples/rely/Apprentice.java"] {
        let (code, output) = check(path);
        assert_eq!(code, Some(0), "{path}:\n{output}");
    }
}

#[test]
fn a_field_that_is_read_without_its_lock_is_told_with_its_declaration() {
    let (code, output) = check("tests/rely/CounterUnguarded.java");
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("`count` is read without holding `this`"), "{output}");
    assert!(output.contains("this declaration is broken"), "{output}");
}

/// The wrong Apprentice is not proved; how it is told depends on whether the solver finds a state in time.
#[test]
fn a_job_that_is_changed_after_its_start_is_not_proved() {
    let (code, output) = check("tests/rely/ApprenticeBogus.java");
    assert_ne!(code, Some(0), "{output}");
    assert!(output.contains("ApprenticeBogus.java:33"), "{output}");
}
