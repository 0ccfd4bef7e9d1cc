//! Java programs in a line or two, and what the search finds in them.
#![allow(dead_code)]

use explore::object::{Bounds, FaultKind, Outcome, explore};
use front::java::Input;
use source::FileId;

pub const ANNOTATIONS: &str = "@interface ThreadSafe {}\n@interface GuardedBy { String value(); }\n";

pub const IMPORTS: &str = "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\n\
                       import java.util.concurrent.locks.*;\n";

pub fn program(text: &str) -> concurrent::object::Program {
    let text = format!("{IMPORTS}{ANNOTATIONS}{text}");
    let (program, diagnostics) = front::java::read(&[Input { file: FileId(0), text: &text, is_overlay: false }]);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    program
}

/// A program whose `main` starts these two threads, joins them, and goes on.
pub fn two_threads(members: &str, first: &str, second: &str, then: &str) -> String {
    format!(
        "class Main {{ {members}
             public static void main(String[] args) throws Exception {{
                 Thread a = new Thread(() -> {{ {first} }});
                 Thread b = new Thread(() -> {{ {second} }});
                 a.start(); b.start(); a.join(); b.join();
                 {then}
             }}
         }}"
    )
}

#[track_caller]
pub fn outcome(text: &str, bounds: &Bounds) -> Outcome {
    let program = program(text);
    let joined = explore(&program, bounds);
    // Joining steps changes the number of states and nothing else.
    let single = explore(&program, &Bounds { is_reduced: false, ..*bounds });
    match (&joined, &single) {
        (Outcome::Found { finding: left, .. }, Outcome::Found { finding: right, .. }) => {
            assert_eq!(left.fault.kind, right.fault.kind, "{left:?} {right:?}");
        }
        (Outcome::NoneWithin { states: less }, Outcome::NoneWithin { states: more }) => assert!(less <= more),
        (Outcome::Unsupported { .. }, Outcome::Unsupported { .. }) => {}
        (left, right) => panic!("{left:?} but {right:?}"),
    }
    joined
}

#[track_caller]
pub fn finds(kind: FaultKind, text: &str) {
    match outcome(text, &Bounds::default()) {
        Outcome::Found { finding, .. } => assert_eq!(finding.fault.kind, kind, "{finding:?}"),
        other => panic!("nothing was found: {other:?}"),
    }
}

#[track_caller]
pub fn finds_nothing(text: &str) {
    match outcome(text, &Bounds::default()) {
        Outcome::NoneWithin { states } => assert!(states > 1, "nothing was run"),
        other => panic!("{other:?}"),
    }
}
