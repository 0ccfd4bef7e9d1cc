//! One bad line of a Java program costs itself alone: its declaration, its file, and nothing else.

mod support;

use serde_json::Value;
use support::Scratch;

/// A class with a race that is to be found whatever else is wrong.
const RACE: &str = "import net.jcip.annotations.*;\n@ThreadSafe class Race {\n    @GuardedBy(\"this\") private int n;\n    \
                    public synchronized void add() { n++; }\n    public int get() { return n; }\n}\n";

/// A class with nothing wrong but what is put in front of its method.
fn class_with(line: &str) -> String {
    format!(
        "import net.jcip.annotations.*;\n@ThreadSafe class Box {{\n    @GuardedBy(\"this\") private int n;\n    {line}\n    \
         public synchronized void add(int x) {{ n++; }}\n    public synchronized void clear() {{ n = 0; }}\n}}\n"
    )
}

fn check(scratch: &Scratch, args: &[&str]) -> (Value, i32) {
    let mut all = vec!["check", "--no-cache", "--format", "json1"];
    all.extend(args);
    let finished = scratch.run(all);
    (finished.json(), finished.code.unwrap_or(-1))
}

fn has(report: &Value, code: &str, severity: &str) -> bool {
    let files = report["files"].as_array().expect("a list of files").iter();
    let mut findings = files.flat_map(|file| file["diagnostics"].as_array().expect("a list of findings"));
    findings.any(|finding| finding["code"] == code && finding["severity"] == severity)
}

#[test]
fn a_clause_that_cannot_be_read_costs_its_declaration() {
    let scratch = Scratch::new();
    for line in [
        "//@ require x > 0",
        "//@ requires nosuch > 0",
        "//@ requires x >",
        "@GuardedBy(\"the lock of the caller\")",
        "@GuardedBy({\"this\", \"lock\"})",
        "@GuardedBy(\"#1.lock\")",
    ] {
        let path = scratch.write("Box.java", class_with(line));
        let (report, code) = check(&scratch, &[&path.display().to_string()]);
        assert_eq!(code, 3, "{line}: {report}");
        assert_eq!(report["files"][0]["verdict"], "unsupported", "{line}: {report}");
        let obligations = report["files"][0]["obligations"].as_array().expect("a list of obligations");
        let clear: Vec<&Value> =
            obligations.iter().filter(|one| one["id"].as_str().is_some_and(|id| id.contains("clear"))).collect();
        assert!(!clear.is_empty() && clear.iter().all(|one| one["verdict"] == "proved"), "{line}: {report}");
    }
}

#[test]
fn a_guard_that_cannot_be_read_hides_no_race() {
    let scratch = Scratch::new();
    let race = RACE.replace("    public int", "    @GuardedBy(\"nosuch\") private int other;\n    public int");
    let path = scratch.write("Race.java", &race);
    let (report, code) = check(&scratch, &["--engine", "rely", &path.display().to_string()]);
    assert_eq!(code, 1, "{report}");
    assert!(has(&report, "E0921", "error") && has(&report, "E0913", "error"), "{report}");
    assert!(!has(&report, "E0934", "error"), "what is declared is not known: {report}");
}

#[test]
fn comments_of_other_tools_are_notes() {
    let scratch = Scratch::new();
    for line in ["//@formatter:off", "//@ spec_public pure", "/*@ public normal_behavior\n      @ assignable n; @*/"] {
        let path = scratch.write("Box.java", class_with(line));
        let (report, code) = check(&scratch, &["--engine", "rely", &path.display().to_string()]);
        assert_eq!(code, 0, "{line}: {report}");
    }
    let inside = class_with("").replace("n = 0", "n = /*@ nullable @*/ 0");
    let path = scratch.write("Box.java", &inside);
    let (report, code) = check(&scratch, &["--engine", "rely", &path.display().to_string()]);
    assert_eq!(code, 0, "{report}");
    assert!(has(&report, "E0904", "note"), "{report}");
}

#[test]
fn a_file_that_does_not_parse_costs_itself() {
    let scratch = Scratch::new();
    scratch.write("src/Race.java", RACE);
    scratch.write("src/Broken.java", "class Broken { void m( { }\n");
    let deep = format!("class Deep {{ int m() {{ return {}1{}; }} }}\n", "(".repeat(20_000), ")".repeat(20_000));
    scratch.write("src/Deep.java", &deep);
    let (report, code) = check(&scratch, &["--engine", "rely", "src"]);
    let verdicts: Vec<(&str, &str)> = report["files"]
        .as_array()
        .expect("a list of files")
        .iter()
        .map(|file| (file["path"].as_str().unwrap_or_default(), file["verdict"].as_str().unwrap_or_default()))
        .collect();
    let of = |name: &str| verdicts.iter().find(|(path, _)| path.ends_with(name)).map(|(_, verdict)| *verdict);
    assert_eq!(of("Broken.java"), Some("invalid"), "{report}");
    assert_eq!(of("Deep.java"), Some("unsupported"), "{report}");
    assert_eq!(of("Race.java"), Some("failed"), "{report}");
    assert!(code == 1 || code == 2, "{report}");
    assert!(has(&report, "E0921", "error"), "{report}");
}

#[test]
fn a_class_that_is_not_there_is_an_error() {
    let scratch = Scratch::new();
    let path = scratch.write("Race.java", RACE).display().to_string();
    let finished = scratch.run(["check", "--engine", "rely", "--thread-safe", "Rase", &path]);
    assert_eq!(finished.code, Some(2), "{}", finished.stderr);
    assert!(finished.stderr.contains("did you mean `Race`?"), "{}", finished.stderr);
    let finished = scratch.run(["check", "--engine", "rely", "--thread-safe", "Race", &path]);
    assert_eq!(finished.code, Some(1), "{}", finished.stderr);
}

#[test]
fn an_idle_inference_is_reported() {
    let scratch = Scratch::new();
    let path = scratch.write("Box.java", class_with("")).display().to_string();
    let finished = scratch.run(["check", "--engine", "rely", "--infer", &path]);
    assert!(finished.stderr.contains("`--infer` has nothing to say here"), "{}", finished.stderr);
    let finished = scratch.run(["check", "--engine", "locks", "--infer", &path]);
    assert!(finished.stderr.contains("only the engine `rely` infers"), "{}", finished.stderr);
}

#[test]
fn deep_text_overflows_no_stack() {
    let scratch = Scratch::new();
    let many = 100_000;
    let nested = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(many), close.repeat(many));
    let finally_in_finally =
        (0..40).fold("x++;".to_string(), |inner, _| format!("try {{ x++; }} finally {{ {inner} }}"));
    for text in [
        format!("class Deep {{ void m() {{ {} }} }}", nested("{", "", "}")),
        format!("class Deep {{ int m() {{ return 1{}; }} }}", nested("+1", "", "")),
        format!("class Deep {{ {} x; }}", nested("A<", "B", ">")),
        nested("class A {", "", "}"),
        format!("class Deep {{ /*@ requires {} */ void m(int x) {{ }} }}", nested("x + ", "x > 0", "")),
        format!("class Deep {{ /*@ requires x{} */ void m(int x) {{ }} }}", nested(".f", "", "")),
        format!("class Deep {{ int x; void m() {{ {finally_in_finally} }} }}"),
    ] {
        let path = scratch.write("Deep.java", &text).display().to_string();
        let finished = scratch.run(["check", "--engine", "rely", "--no-cache", &path]);
        assert!(finished.code.is_some_and(|code| (0..=3).contains(&code)), "{:?}: {}", finished.code, finished.stderr);
    }
}

#[test]
fn what_is_not_read_costs_a_search_and_a_copy_only_itself() {
    let scratch = Scratch::new();
    scratch.write("program/Race.java", RACE);
    scratch.write("program/Box.java", class_with("//@ requires nosuch > 0"));
    let folder = scratch.write("program/Broken.java", "class Broken { void m( { }\n");
    let folder = folder.parent().expect("it is in a folder").display().to_string();
    let finished = scratch.run(["explore", "--format", "json1", &folder]);
    let report = finished.json();
    let outcome = |name: &str| -> Vec<String> {
        let files = report["files"].as_array().into_iter().flatten();
        let named = files.filter(|file| file["path"].as_str().is_some_and(|path| path.ends_with(name)));
        named.map(|file| file["outcome"].as_str().unwrap_or_default().to_string()).collect()
    };
    assert_eq!(outcome("Broken.java"), ["invalid"], "{report}");
    assert_eq!(outcome("Race.java"), ["found"], "{report}");
    assert!(outcome("Box.java").contains(&"unsupported".to_string()), "{report}");
    let finished = scratch.run(["dump", "--stage", "object", &folder]);
    assert_eq!(finished.code, Some(2), "{}", finished.stderr);
    assert!(finished.stdout.contains("class Race") && finished.stderr.contains("nosuch"), "{}", finished.stderr);
}
