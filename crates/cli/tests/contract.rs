//! The contract of the command line: exit codes, the shapes of the outputs, the meaning of the options.

mod support;

use expect_test::expect;
use serde_json::Value;
use std::time::Duration;
use support::{Finished, HARD, Scratch, root, without_times};

const GOOD: &str = "procedure Good(x: int) requires x > 0; { assert x >= 1; }\n";
const BAD: &str = "procedure Bad(x: int) { assert x > 0; }\n";
const SYNTAX: &str = "procedure P( { }\n";
const TYPE: &str = "procedure P() { assert 1 + true; }\n";

/// Runs `check` on one file with this text.
fn check(text: impl AsRef<[u8]>, options: &[&str]) -> Finished {
    let scratch = Scratch::new();
    scratch.write("a.bpl", text);
    scratch.run(["check", "a.bpl"].iter().chain(options))
}

#[test]
fn exit_codes() {
    check(GOOD, &[]).expect_code(0);
    check(BAD, &[]).expect_code(1);
    check(SYNTAX, &[]).expect_code(2);
    check(TYPE, &[]).expect_code(2);
    check(HARD, &["--timeout", "0.5"]).expect_code(3);
    check("", &[]).expect_code(0);
}

#[test]
fn of_several_exit_codes_failed_wins_then_invalid() {
    let scratch = Scratch::new();
    scratch.write("good.bpl", GOOD);
    scratch.write("bad.bpl", BAD);
    // Only the hard question has little time; the others are answered however busy the machine is.
    scratch.write("hard.bpl", HARD.replace("procedure Hard", "procedure {:timeLimit 1} Hard"));
    scratch.write("syntax.bpl", SYNTAX);
    let code = |files: &[&str]| scratch.run(["check"].iter().chain(files)).code;
    assert_eq!(code(&["good.bpl", "hard.bpl"]), Some(3));
    assert_eq!(code(&["hard.bpl", "bad.bpl", "good.bpl"]), Some(1));
    assert_eq!(code(&["bad.bpl", "hard.bpl", "syntax.bpl", "good.bpl"]), Some(1));
    assert_eq!(code(&["hard.bpl", "syntax.bpl", "good.bpl"]), Some(2));
}

#[test]
fn usage_errors() {
    let scratch = Scratch::new();
    scratch.write("good.bpl", GOOD);
    scratch.write("folder/notes.txt", "");
    let cases: [(&[&str], &str); 13] = [
        (&["check"], "PATH"),
        (&["check", "--timeout", "0", "good.bpl"], "more than zero"),
        (&["check", "--jobs", "0", "good.bpl"], "at least one job"),
        (&["check", "--engine", "rely", "good.bpl"], "the engine `rely` checks Java programs, not Boogie"),
        (&["check", "--engine", "nope", "good.bpl"], "[possible values: sequential, layers, rely, locks, effects]"),
        (&["check", "--solver-option", "no.such=1", "good.bpl"], "refuses `--solver-option no.such=1`: "),
        (&["check", "--lib", "nope", "good.bpl"], "no library `nope`"),
        (&["check", "--only", "Nope", "good.bpl"], "`Nope`"),
        (&["check", "folder"], "no `.bpl`, `.c` or `.java` file"),
        (&["explore", "good.bpl"], "no `.c` or `.java` file"),
        (&["summarize", "good.bpl"], "only C programs"),
        (&["explain", "E9999"], "no code `E9999`"),
        (&["dump", "--stage", "nope", "good.bpl"], "nope"),
    ];
    for (args, expected) in cases {
        let run = scratch.run(args).expect_code(2);
        assert!(run.stderr.contains(expected), "{args:?} printed\n{}", run.stderr);
        assert_eq!(run.stdout, "", "{args:?}");
    }
}

#[test]
fn the_json_of_a_failure() {
    let text = "procedure Bad(x: int)\n  requires x >= 0;\n{\n  assert x > 0;\n}\n";
    let mut json = without_times(check(text, &["--format", "json1"]).expect_code(1).json());
    remove_trace(&mut json);
    let solver = json["summary"]["solver"].take();
    assert!(solver.as_str().is_some_and(|solver| solver.starts_with("Z3 ")), "{solver}");
    expect![[r#"
        {
          "files": [
            {
              "diagnostics": [
                {
                  "code": "E0401",
                  "help": [],
                  "message": "this assertion fails",
                  "name": "assertion",
                  "related": [],
                  "severity": "error",
                  "span": {
                    "column": 3,
                    "end_column": 16,
                    "end_line": 4,
                    "line": 4
                  },
                  "trace": null
                }
              ],
              "engine": "sequential",
              "obligations": [
                {
                  "id": "Bad/assertion.1",
                  "kind": "assertion",
                  "time_ms": null,
                  "verdict": "refuted"
                }
              ],
              "path": "a.bpl",
              "time_ms": null,
              "verdict": "refuted"
            }
          ],
          "summary": {
            "exit_code": 1,
            "failed": 0,
            "invalid": 0,
            "not_checked": 0,
            "proved": 0,
            "refuted": 1,
            "solver": null,
            "solver_ms": null,
            "time_ms": null,
            "unknown": 0,
            "unsupported": 0
          },
          "version": 1
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&json).expect("it was JSON"));
}

#[test]
fn the_json_of_a_syntax_error() {
    let json = check("var x int;\n", &["--format", "json1"]).expect_code(2).json();
    let summary = &json["summary"];
    assert_eq!((summary["invalid"].as_u64(), summary["exit_code"].as_u64()), (Some(1), Some(2)));
    let file = &json["files"][0];
    assert_eq!((&file["verdict"], &file["path"]), (&"invalid".into(), &"a.bpl".into()));
    assert_eq!(file["diagnostics"][0]["name"], "syntax");
    assert_eq!(file["diagnostics"][0]["span"]["line"], 1);
}

#[test]
fn sarif_has_what_the_standard_requires() {
    let sarif = check(BAD, &["--format", "sarif"]).expect_code(1).json();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "counterpoint");
    let result = &run["results"][0];
    assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("the rule is listed") as usize];
    assert_eq!(rule["id"], result["ruleId"]);
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a.bpl");
    assert_eq!(place["region"]["startLine"], 1);
    assert!(check(GOOD, &["--format", "sarif"]).expect_code(0).json()["runs"][0]["results"] == Value::Array(vec![]));
}

#[test]
fn only_selects_a_procedure() {
    let both = format!("{GOOD}{BAD}");
    check(&both, &[]).expect_code(1);
    check(&both, &["--only", "Good"]).expect_code(0);
    check(&both, &["--only", "Bad"]).expect_code(1);
    check(&both, &["--only", "Neither"]).expect_code(2);
}

#[test]
fn a_name_that_selects_nothing_is_an_error_with_a_hint() {
    let text =
        format!("{GOOD}{BAD}procedure {{:inline 1}} In() {{ }}\nprocedure Out() {{ call In(); assert 1 < 2; }}\n");
    let cases = [
        ("good", "nothing to check is named `good`; there is `Bad`, `Good`, `In`, `Out`"),
        ("Good/assertion.2", "the obligations of `Good` are listed by `--only Good --verbose`"),
        ("Good/", "the obligations of `Good` are listed by `--only Good --verbose`"),
        ("In", "`In` is not checked by itself: it is inlined"),
        ("", "nothing to check is named ``; there is `Bad`"),
    ];
    for (name, hint) in cases {
        let run = check(&text, &["--verbose", "--only", name]).expect_code(2);
        assert!(run.stderr.contains(hint), "{name}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{name}: nothing is said of what was not selected");
    }
    let none = check("procedure P();\n", &["--only", "P"]).expect_code(2);
    assert!(none.stderr.contains("there is no procedure with a body"), "{}", none.stderr);
    check(SYNTAX, &["--only", "P"]).expect_code(2);
}

#[test]
fn the_engine_fits_the_program() {
    let civl = "var {:layer 0,1} x: int;
        yield invariant {:layer 1} Positive(); preserves x > 0;
        yield procedure {:layer 1} P() preserves call Positive(); { assert {:layer 1} x > 0; }\n";
    let engine = |text: &str, options: &[&str], code| {
        let run = check(text, &[&["--format", "json1"], options].concat()).expect_code(code);
        run.json()["files"][0]["engine"].as_str().map(str::to_string)
    };
    assert_eq!(engine(GOOD, &[], 0).as_deref(), Some("sequential"));
    assert_eq!(engine(GOOD, &["--engine", "layers"], 0).as_deref(), Some("sequential"));
    assert_eq!(engine(civl, &[], 0).as_deref(), Some("layers"));
    assert_eq!(engine(civl, &["--engine", "layers"], 0).as_deref(), Some("layers"));
    assert_eq!(engine(civl, &["--engine", "sequential"], 3).as_deref(), Some("sequential"));
}

#[test]
fn nothing_to_prove_is_reported() {
    for text in ["", "procedure P() { }\n", "axiom true;\n"] {
        let run = check(text, &[]).expect_code(0);
        assert!(run.stderr.contains("warning: there is nothing to prove"), "{text}: {}", run.stderr);
    }
    assert_eq!(check(GOOD, &[]).stderr, "");
}

/// The ids of the obligations that `--only` selects.
fn selected(text: &str, name: &str) -> Vec<String> {
    let json = check(text, &["--format", "json1", "--only", name]).json();
    let obligations = json["files"][0]["obligations"].as_array().cloned().unwrap_or_default();
    obligations.iter().filter_map(|obligation| obligation["id"].as_str().map(str::to_string)).collect()
}

#[test]
fn only_selects_obligations() {
    let text = "procedure P(x: int) { assert x > 0; assert x > 1; }\nprocedure PP(x: int) { assert x > 2; }\n";
    assert_eq!(selected(text, "P"), ["P/assertion.1", "P/assertion.2"]);
    assert_eq!(selected(text, "P/assertion.2"), ["P/assertion.2"]);
    assert_eq!(selected(text, "PP"), ["PP/assertion.1"]);
}

#[test]
fn only_selects_a_module() {
    let module = |number: &str, least: &str| {
        r#"var {:layer 0, 1} {:module "M#"} x#: int;
           yield invariant {:layer 1} {:module "M#"} Inv#(); preserves x# >= 0;
           yield procedure {:layer 0} {:module "M#"} Add#(n: int); refines atomic action {:layer 1} _ { x# := x# + n; }
           yield procedure {:layer 1} {:module "M#"} Up#() requires call Inv#(); { call Add#(LEAST); }
        "#
        .replace('#', number)
        .replace("LEAST", least)
    };
    let text = module("1", "1") + &module("2", "-1");
    let of_first = selected(&text, "M1");
    assert!(of_first.iter().any(|id| id == "Up1 at layer 1/non-interference.1"), "{of_first:?}");
    assert!(of_first.iter().all(|id| id.starts_with("Up1")), "{of_first:?}");
    check(&text, &["--only", "M1"]).expect_code(0);
    check(&text, &["--only", "M2"]).expect_code(1);
    check(&text, &["--only", "M3"]).expect_code(2);
}

#[test]
fn only_selects_instances_and_implementations() {
    // `Put` is checked at a type that nothing is known of, and at `int`, where `x` may be `n`.
    let text = "type Ref a;
        var H: <a>[Ref a]a;
        procedure Put<S>(x: Ref S, v: S, n: Ref int) modifies H; ensures H[n] == old(H)[n]; { H[x] := v; }
        procedure Two(x: int) { assert x > 0; }
        implementation Two(x: int) { assert x > 1; }\n";
    assert_eq!(selected(text, "Put"), ["Put/postcondition.1", "Put<int>/postcondition.1"]);
    assert_eq!(selected(text, "Put<int>"), ["Put<int>/postcondition.1"]);
    assert_eq!(selected(text, "Put<int>/postcondition.1"), ["Put<int>/postcondition.1"]);
    check(text, &["--only", "Put<int>"]).expect_code(1);
    check(text, &["--only", "Put<bool>"]).expect_code(2);
    assert_eq!(selected(text, "Two"), ["Two/assertion.1", "Two#2/assertion.1"]);
    assert_eq!(selected(text, "Two#2"), ["Two#2/assertion.1"]);
}

#[test]
fn the_timeout_is_kept_and_named() {
    let run = check(HARD, &["--timeout", "0.5", "--format", "json1"]).expect_code(3);
    // By default it would be thirty seconds.
    assert!(run.time < Duration::from_secs(25), "it took {:?}", run.time);
    let json = run.json();
    assert_eq!(json["files"][0]["verdict"], "unknown");
    let message = json["files"][0]["diagnostics"][0].to_string();
    assert!(message.contains("time"), "{message}");
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let scratch = Scratch::new();
    scratch.write("good.bpl", GOOD);
    let json = scratch.run(["check", "--format", "json1", "nope.bpl", "good.bpl"]).expect_code(2).json();
    assert_eq!(json["files"][0]["diagnostics"][0]["code"], "E0001");
    assert_eq!(json["files"][1]["verdict"], "proved");
}

#[test]
fn a_file_of_another_kind_is_refused_by_name_and_passed_over_in_a_folder() {
    let scratch = Scratch::new();
    scratch.write("folder/notes.txt", "");
    scratch.write("folder/good.bpl", GOOD);
    scratch.write("folder/.hidden/bad.bpl", BAD);
    let json = scratch.run(["check", "--format", "json1", "folder/notes.txt"]).expect_code(2).json();
    assert_eq!(json["files"][0]["diagnostics"][0]["code"], "E0003");
    let json = scratch.run(["check", "--format", "json1", "folder"]).expect_code(0).json();
    assert_eq!(paths(&json), ["folder/good.bpl"]);
}

#[test]
fn a_file_that_is_not_utf8() {
    let run = check(b"// fine\n// \xff\xfe\n", &[]).expect_code(2);
    assert!(run.stdout.contains("offset 11, line 2"), "{}", run.stdout);
}

#[test]
fn an_empty_file_and_an_empty_program_are_not_checked() {
    for text in ["", "\n\n", "// nothing\n", "/* nothing */"] {
        let json = check(text, &["--format", "json1"]).expect_code(0).json();
        assert_eq!(json["files"][0]["verdict"], "not checked");
        assert_eq!((&json["summary"]["proved"], &json["summary"]["not_checked"]), (&0.into(), &1.into()));
        let strict = check(text, &["--strict"]).expect_code(3);
        assert!(strict.stdout.contains("anything of one program"), "{}", strict.stdout);
    }
}

#[test]
fn what_was_asked_and_what_was_not_is_said() {
    let asked = "procedure P(x: int) requires x > 0; ensures x > 0; { assert x > 0; }";
    let printed = check(asked, &[]).expect_code(0).stdout;
    assert!(printed.contains("assertions hold                  1 proved"), "{printed}");
    assert!(printed.contains("procedures keep their contracts  1 proved"), "{printed}");
    assert!(printed.contains("not asked:\n  loops and recursion end: there is no `measure`\n"), "{printed}");
    check(asked, &["--strict"]).expect_code(3);
    let all = "procedure P(x: int) requires x > 0; ensures x > 0; \
               { var i: int; i := x; while (i > 0) measure i; { i := i - 1; } assert i <= 0; }";
    let printed = check(all, &["--strict"]).expect_code(0).stdout;
    assert!(!printed.contains("not asked") && !printed.contains("trusted"), "{printed}");
    let believed = "procedure R(x: int) returns (y: int) free ensures y > x; { y := x + 1; } \
                    procedure S() { var z: int; call z := R(1); assert z > 1; } ";
    let printed = check(format!("{believed}{all}"), &["--strict"]).expect_code(3).stdout;
    assert!(printed.contains("trusted:\n  ") && printed.contains("(E0412)"), "{printed}");
}

#[test]
fn deep_nesting_is_an_error_and_no_crash() {
    let parens = format!("procedure P() {{ assert {}true{}; }}", "(".repeat(100_000), ")".repeat(100_000));
    let braces = format!("procedure P() {{ {}{} }}", "if (*) {".repeat(100_000), "}".repeat(100_000));
    let unclosed = "procedure P() { assert ".to_string() + &"(".repeat(100_000);
    for text in [parens, braces, unclosed] {
        check(text, &[]).expect_code(2);
    }
    let just_allowed = format!("procedure P() {{ assert {}true{}; }}", "(".repeat(4_000), ")".repeat(4_000));
    check(just_allowed, &[]).expect_code(0);
    let negated = format!("procedure P(x: bool) {{ assume x; assert {}x; }}", "!".repeat(4_000));
    check(negated, &[]).expect_code(0);
}

#[test]
fn folders_are_searched_in_sorted_order() {
    let scratch = Scratch::new();
    for name in ["f/b.bpl", "f/a/z.bpl", "f/a/y.bpl", "f/c.bpl"] {
        scratch.write(name, GOOD);
    }
    let json = scratch.run(["check", "--format", "json1", "f"]).expect_code(0).json();
    assert_eq!(paths(&json), ["f/a/y.bpl", "f/a/z.bpl", "f/b.bpl", "f/c.bpl"]);
    assert_eq!(json["summary"]["exit_code"], 0);
}

#[test]
fn together_makes_one_program() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", "function f(x: int): int { x + 1 }\n");
    scratch.write("b.bpl", "procedure P(x: int) { assert f(x) > x; assert f(x) > x + 1; }\n");
    scratch.run(["check", "a.bpl", "b.bpl"]).expect_code(2);
    let json = scratch.run(["check", "--together", "--format", "json1", "a.bpl", "b.bpl"]).expect_code(1).json();
    assert_eq!(paths(&json), ["a.bpl"]);
    let diagnostics = json["files"][0]["diagnostics"].as_array().expect("there are diagnostics");
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0]["span"]["path"], "b.bpl");
}

#[test]
fn conditional_text_by_the_position_of_the_file() {
    let scratch = Scratch::new();
    let text = "#if FILE_0\nprocedure First() { assert false; }\n#else\nprocedure Second() { assert false; }\n#endif\n";
    scratch.write("a.bpl", text);
    scratch.write("b.bpl", text);
    let ids = |files: &[&str]| -> Vec<String> {
        let json = scratch.run(["check", "--together", "--format", "json1"].iter().chain(files)).json();
        let ids = json["files"][0]["obligations"].as_array().cloned().unwrap_or_default();
        ids.iter().map(|obligation| obligation["id"].to_string()).collect()
    };
    assert_eq!(ids(&["a.bpl"]), ["\"First/assertion.1\""]);
    assert_eq!(ids(&["a.bpl", "b.bpl"]), ["\"First/assertion.1\"", "\"Second/assertion.1\""]);
}

#[test]
fn a_run_through_several_files_names_them() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", "procedure {:inline 1} Zero() returns (x: int) { x := 0; }\n");
    scratch.write("b.bpl", "procedure P() {\n  var x: int;\n  call x := Zero();\n  assert x > 0;\n}\n");
    let run = scratch.run(["check", "--together", "a.bpl", "b.bpl"]).expect_code(1);
    let steps: Vec<&str> = run.stdout.lines().filter(|line| line.contains(". ")).collect();
    assert!(steps.iter().any(|step| step.contains("a.bpl:1 ")), "{}", run.stdout);
    assert!(steps.iter().all(|step| step.contains("a.bpl:") || step.contains("b.bpl:")), "{}", run.stdout);
}

/// The first program of the README and what it says is printed, but for times and values, which depend on the solver.
#[test]
fn the_readme_shows_what_is_printed() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let (_, rest) = readme.split_once("## A first program").expect("there is a first program");
    let blocks: Vec<&str> = rest.split("```").collect();
    let scratch = Scratch::new();
    scratch.write("clamp.bpl", blocks[1].trim_start());
    let printed = scratch.run(["check", "clamp.bpl"]).expect_code(1).stdout;
    let stable = |text: &str| -> Vec<String> {
        let lines = text.trim().lines().filter(|line| !line.contains(" = "));
        lines.map(|line| line.split(" (").next().unwrap_or(line).to_string()).collect()
    };
    assert_eq!(stable(blocks[3]), stable(&printed));
}

#[test]
fn libraries_in_both_spellings() {
    for spelling in ["--lib=base", "-lib:base", "/lib:base"] {
        check(GOOD, &[spelling]).expect_code(0);
    }
}

#[test]
fn cached_results_are_used_and_equal() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", format!("{GOOD}{BAD}"));
    let run = |options: &[&str]| {
        without_times(scratch.run(["check", "--format", "json1", "a.bpl"].iter().chain(options)).expect_code(1).json())
    };
    let uncached = run(&["--no-cache"]);
    assert!(!scratch.caches().exists());
    let cold = run(&[]);
    assert!(scratch.caches().join("counterpoint").is_dir());
    assert_eq!((&uncached, &uncached), (&cold, &run(&[])));
}

#[test]
fn human_output_has_the_place_and_ends_with_the_counts() {
    let run = check(BAD, &[]).expect_code(1);
    assert!(run.stdout.contains("--> a.bpl:1:"), "{}", run.stdout);
    assert!(run.stdout.contains("assert x > 0;"), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}'), "no colour off a terminal: {}", run.stdout);
    let last = run.stdout.lines().last().expect("there is a last line");
    assert!(last.starts_with("proved 0, refuted 1, failed 0, unknown 0 ("), "{last}");
    assert_eq!(run.stderr, "", "no progress off a terminal");
    let good = check(GOOD, &[]).expect_code(0);
    assert!(!good.stdout.contains("-->"), "{}", good.stdout);
    let verbose = check(GOOD, &["--verbose"]).expect_code(0);
    assert!(verbose.stdout.contains("Good"), "{}", verbose.stdout);
}

#[test]
fn every_code_is_explained() {
    let scratch = Scratch::new();
    let list = scratch.run(["explain"]).expect_code(0).stdout;
    let codes: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(codes.len() > 10, "{list}");
    for code in codes {
        let text = scratch.run(["explain", code]).expect_code(0).stdout;
        assert!(text.len() > 60 && text.contains(code), "{text}");
    }
    let assertion = scratch.run(["explain", "assertion"]).expect_code(0).stdout;
    assert!(assertion.contains("(assertion)"), "{assertion}");
}

#[test]
fn the_syntax_tree_prints_as_a_program() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", GOOD);
    scratch.write("syntax.bpl", SYNTAX);
    let dump = scratch.run(["dump", "--stage", "ast", "a.bpl"]).expect_code(0).stdout;
    check(dump, &[]).expect_code(0);
    assert!(scratch.run(["dump", "--stage", "ast", "syntax.bpl"]).expect_code(2).stderr.contains("syntax.bpl:1"));
}

/// The paths of the reported files.
fn paths(json: &Value) -> Vec<&str> {
    json["files"].as_array().into_iter().flatten().filter_map(|file| file["path"].as_str()).collect()
}

/// The steps of a failing run come from the solver's model and may differ between solvers; their shape may not.
fn remove_trace(json: &mut Value) {
    for diagnostic in json["files"][0]["diagnostics"].as_array_mut().into_iter().flatten() {
        for step in diagnostic["trace"].as_array().into_iter().flatten() {
            assert!(step["span"]["line"].is_u64() && step["text"].is_string() && step["values"].is_array(), "{step}");
        }
        diagnostic["trace"] = Value::Null;
    }
}
