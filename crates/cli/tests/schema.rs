//! What `check --format json` prints is what `docs/report.schema.json` says.

mod support;

use serde_json::Value;
use std::fs;
use support::{Scratch, root};

/// Programs of all languages, with every verdict; each has its own run, so that one exit code says little of the others.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("proved.bpl", "proved", "procedure P(x: int) requires x > 0; { assert x > 0; }"),
    ("refuted.bpl", "refuted", "procedure P(x: int) { assert x > 0; }"),
    ("invalid.bpl", "invalid", "procedure P( {"),
    ("unsupported.bpl", "unsupported", "procedure P(x: bv8) { assert x[3:3] == x[3:3]; }"),
    ("empty.bpl", "not checked", ""),
    (
        "believed.bpl",
        "proved",
        "procedure P() returns (x: int) free ensures x > 0; { x := 1; } \
      procedure Q() { var x: int; call x := P(); assert x > 0; }",
    ),
    (
        "Races.java",
        "failed",
        "import net.jcip.annotations.*; @ThreadSafe class Races { @GuardedBy(\"this\") private int n; \
      public int n() { return n; } }",
    ),
    (
        "Locked.java",
        "proved",
        "import net.jcip.annotations.*; @ThreadSafe class Locked { @GuardedBy(\"this\") private int n; \
      public synchronized int n() { return n; } }",
    ),
];

fn schema() -> Value {
    let text = fs::read_to_string(root().join("docs/report.schema.json")).expect("there is a schema");
    serde_json::from_str(&text).expect("the schema is JSON")
}

#[test]
fn reports_are_as_the_schema_says() {
    let validator = jsonschema::validator_for(&schema()).expect("the schema is one");
    let scratch = Scratch::new();
    for (name, verdict, text) in PROGRAMS {
        scratch.write(name, text);
        let report = scratch.run(["check", "--format", "json", name]).json();
        let wrong: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
        assert_eq!(wrong, Vec::<String>::new(), "{name}: {report:#}");
        assert_eq!(report["files"][0]["verdict"], *verdict, "{name}: {report:#}");
    }
    let examples = ["examples/effects/treiber_gc.c", "examples/effects/bugs/treiber_no_versions.c"];
    for example in examples.map(|path| root().join(path)) {
        let report = scratch.run(["check", "--format", "json", example.to_str().expect("the path is UTF-8")]).json();
        assert!(validator.is_valid(&report), "{report:#}");
    }
}

/// The table of a run counts each obligation once, by a property that some engine says it proves.
#[test]
fn each_obligation_belongs_to_a_property() {
    let scratch = Scratch::new();
    for folder in ["sequential", "layers/locked_counter", "layers/modules", "rely/bank_transfer", "locks/behaviour"] {
        let folder = root().join("examples").join(folder);
        let args = ["check", "--timeout", "1", "--format", "json", folder.to_str().expect("the path is UTF-8")];
        let report = scratch.run(args).json();
        let rows = report["properties"].as_array().expect("there is a list");
        assert!(rows.iter().all(|row| row["name"] != "other obligations"), "{folder:?}: {rows:#?}");
        let counted =
            |row: &Value| ["proved", "failed", "open"].iter().filter_map(|word| row[word].as_u64()).sum::<u64>();
        let files = report["files"].as_array().expect("there is a list");
        let obligations = files.iter().filter_map(|file| file["obligations"].as_array()).map(Vec::len).sum::<usize>();
        assert_eq!(rows.iter().map(counted).sum::<u64>(), obligations as u64, "{folder:?}");
    }
}

/// The schema leaves nothing open: what it does not name is refused.
#[test]
fn what_the_schema_does_not_name_is_refused() {
    let validator = jsonschema::validator_for(&schema()).expect("the schema is one");
    let scratch = Scratch::new();
    scratch.write("a.bpl", PROGRAMS[1].2);
    let report = scratch.run(["check", "--format", "json", "a.bpl"]).expect_code(1).json();
    for place in ["", "/summary", "/files/0", "/files/0/obligations/0", "/files/0/obligations/0/findings/0"] {
        let mut changed = report.clone();
        let object = changed.pointer_mut(place).and_then(Value::as_object_mut).expect("there is an object");
        object.insert("surprise".to_string(), Value::Null);
        assert!(!validator.is_valid(&changed), "{place}");
    }
}

/// Scripts that count verdicts read both versions alike.
#[test]
fn the_first_version_has_the_same_verdicts() {
    let scratch = Scratch::new();
    for (name, _, text) in PROGRAMS {
        scratch.write(name, text);
        let report = |format: &str| scratch.run(["check", "--no-cache", "--format", format, name]).json();
        let (first, second) = (report("json1"), report("json"));
        let verdicts = |report: &Value| -> Vec<(Value, Value)> {
            let all = report["files"][0]["obligations"].as_array().expect("there is a list");
            all.iter().map(|one| (one["id"].clone(), one["verdict"].clone())).collect()
        };
        assert_eq!((&first["version"], &second["version"]), (&1.into(), &2.into()));
        assert_eq!(verdicts(&first), verdicts(&second), "{name}");
        assert_eq!(first["files"][0]["verdict"], second["files"][0]["verdict"], "{name}");
    }
}
