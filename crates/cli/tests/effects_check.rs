//! `counterpoint check` on C programs: what is printed, and that it does not depend on how the work is divided.

mod support;

use support::{Scratch, root, without_times};

fn example(name: &str) -> String {
    std::fs::read_to_string(root().join("examples/effects").join(name)).expect("the example can be read")
}

/// Several programs: proved, refuted and unknown ones.
fn several() -> Scratch {
    let scratch = Scratch::new();
    let names = [
        "coarse_queue_manual",
        "dglm_gc",
        "michael_scott_manual",
        "treiber_gc",
        "treiber_manual",
        "two_lock_queue_manual",
    ];
    for name in names {
        scratch.write(&format!("{name}.c"), example(&format!("{name}.c")));
    }
    for name in ["treiber_lost_cas_result", "treiber_no_versions", "locked_stack_wrong_lock"] {
        scratch.write(&format!("{name}.c"), example(&format!("bugs/{name}.c")));
    }
    scratch.write("mixed.c", mixed());
    scratch
}

/// A stack whose `ATOMIC` blocks do not keep others out.
fn mixed() -> String {
    example("treiber_gc.c").replace("    if (atomic_compare_exchange_strong(&Top, &top, next)) {\n", "    bool is_done = false;\n    ATOMIC { if (Top == top) { Top = next; is_done = true; } }\n    if (is_done) {\n").replace("#include <stdatomic.h>", "#include \"counterpoint.h\"")
}

#[test]
fn the_same_on_every_run_and_with_any_jobs() {
    let scratch = several();
    let json = |jobs: &str| without_times(scratch.run(["check", ".", "--format", "json1", "--jobs", jobs]).json());
    let text = |jobs: &str| {
        let printed = scratch.run(["check", ".", "--verbose", "--jobs", jobs]).stdout;
        // Times are in brackets at the ends of lines.
        printed.lines().map(|line| line.split(", line ").next().unwrap_or(line).to_string() + "\n").collect::<String>()
    };
    let without_last = |text: String| text.rsplit_once("proved ").map(|(before, _)| before.to_string());
    let (first, said) = (json("1"), without_last(text("1")));
    assert!(said.as_ref().is_some_and(|said| said.contains("views")), "{said:?}");
    for jobs in ["1", "2", "7"] {
        assert_eq!(json(jobs), first, "{jobs} jobs");
        assert_eq!(without_last(text(jobs)), said, "{jobs} jobs");
    }
}

#[test]
fn how_a_structure_was_proved() {
    let scratch = several();
    let json = scratch.run(["check", "treiber_gc.c", "--format", "json1"]).expect_code(0).json();
    let note = &json["files"][0]["diagnostics"][0];
    assert_eq!((note["code"].as_str(), note["severity"].as_str()), (Some("E0608"), Some("note")));
    assert_eq!(note["message"].as_str(), Some("proved by 492 views and 2 summaries"));
    assert_eq!(note["related"].as_array().map(Vec::len), Some(3));
    let merged = ["check", "treiber_gc.c", "--format", "json1", "--interference", "classical"];
    let json = scratch.run(merged).expect_code(0).json();
    assert_eq!(json["files"][0]["diagnostics"][0]["message"].as_str(), Some("proved by 974 views"));
    assert!(!scratch.run(["check", "treiber_gc.c"]).expect_code(0).stdout.contains("-->"));
}

#[test]
fn what_is_not_proved_is_said_to_be_unknown() {
    let scratch = Scratch::new();
    scratch.write("data.c", decides_by_data());
    let run = scratch.run(["check", "data.c", "--timeout", "2"]).expect_code(3);
    assert!(run.stdout.starts_with("warning[E0606]: not proved: what happens here depends"), "{}", run.stdout);
    assert!(run.stdout.contains("no failing run with these numbers of threads"), "{}", run.stdout);
    assert!(run.stdout.contains("proved 0, refuted 0, failed 0, unknown 3"), "{}", run.stdout);
}

/// Where a block lets others in, a run says so.
#[test]
fn atomic_blocks_keep_out_each_other_only() {
    let scratch = several();
    let run = scratch.run(["check", "mixed.c"]).expect_code(1);
    assert!(run.stdout.starts_with("error[E0808]"), "{}", run.stdout);
}

#[test]
fn a_part_of_a_program() {
    let scratch = several();
    let obligations = |only: &str| {
        let json = scratch.run(["check", "treiber_gc.c", "--format", "json1", "--only", only]).expect_code(0).json();
        json["files"][0]["obligations"].as_array().map(Vec::len)
    };
    assert_eq!(obligations("linearizability"), Some(1));
    assert_eq!(obligations("linearizable stack"), Some(1));
    assert_eq!(obligations("push"), Some(3));
    let run = scratch.run(["check", "treiber_gc.c", "--only", "peek"]).expect_code(2);
    assert!(run.stderr.contains("nothing to check is named `peek`"), "{}", run.stderr);
}

#[test]
fn malloc_may_fail() {
    let scratch = Scratch::new();
    let unchecked = example("treiber_gc.c");
    let checked = unchecked
        .replace("void push(int value)", "bool push(int value)")
        .replace("  node->data = value;\n", "  if (node == NULL) return false;\n  node->data = value;\n")
        .replace("      return;\n", "      return true;\n");
    let careless = checked.replace("return false;\n  node->data", "return true;\n  node->data");
    for (name, text) in [("unchecked.c", unchecked), ("checked.c", checked), ("careless.c", careless)] {
        scratch.write(name, text);
    }
    let code = |arguments: &[&str]| scratch.run(arguments).code;
    assert_eq!(code(&["check", "unchecked.c", "checked.c"]), Some(0));
    assert_eq!(code(&["check", "--malloc-may-fail", "checked.c"]), Some(0));
    assert_eq!(code(&["check", "--malloc-may-fail", "unchecked.c"]), Some(1));
    assert_eq!(code(&["check", "--malloc-may-fail", "careless.c"]), Some(1));
    assert_eq!(code(&["explore", "--malloc-may-fail", "checked.c"]), Some(0));
    assert_eq!(code(&["explore", "--malloc-may-fail", "unchecked.c"]), Some(1));
    assert_eq!(code(&["explore", "--malloc-may-fail", "careless.c"]), Some(1));
}

/// With manual memory a path on which an allocation fails must leak nothing, and free only what it allocated.
#[test]
fn malloc_may_fail_with_manual_memory() {
    let scratch = Scratch::new();
    let unchecked = example("treiber_manual.c");
    let checked = unchecked
        .replace("void push(int value)", "bool push(int value)")
        .replace("  node->data = value;\n", "  if (node == NULL) return false;\n  node->data = value;\n")
        .replace("      return;\n", "      return true;\n");
    let asks_twice = "  Node *spare = malloc(sizeof *spare);\n  if (spare == NULL) return false;\n  free(spare);\n";
    let losing = checked.replace("  node->data = value;\n", &format!("{asks_twice}  node->data = value;\n"));
    let tidy =
        losing.replace("  if (spare == NULL) return false;", "  if (spare == NULL) { free(node); return false; }");
    let frees_null = checked.replace("return false;\n  node->data", "{ free(node); return false; }\n  node->data");
    let queue = example("michael_scott_manual.c")
        .replace("  node->data = value;\n", "  if (node == NULL) return NULL;\n  node->data = value;\n")
        .replace("void enq(int value)", "bool enq(int value)")
        .replace(
            "  Node *node = create(value);\n",
            "  Node *node = create(value);\n  if (node == NULL) return false;\n",
        )
        .replace("      return;\n", "      return true;\n");
    let right = [("checked.c", &checked), ("tidy.c", &tidy), ("frees_null.c", &frees_null), ("queue.c", &queue)];
    let wrong = [("unchecked.c", &unchecked), ("losing.c", &losing)];
    for (name, text) in right.into_iter().chain(wrong) {
        scratch.write(name, text);
    }
    for (name, _) in right {
        let run = scratch.run(["check", "--malloc-may-fail", name]);
        assert_eq!(run.code, Some(0), "{name}: {}", run.stdout);
    }
    for (name, _) in wrong {
        let run = scratch.run(["check", "--malloc-may-fail", name]);
        assert_eq!(run.code, Some(1), "{name}: {}", run.stdout);
        let run = scratch.run(["explore", "--malloc-may-fail", "--threads", "1", "--ops", "1", name]);
        assert_eq!(run.code, Some(1), "{name}: {}", run.stdout);
    }
}

#[test]
fn the_value_for_nothing_is_one_of_the_type() {
    let scratch = Scratch::new();
    let text = "#include <stddef.h>\n//@ linearizable stack(push, pop)\n//@ empty -1\nstatic int X;\n\
                void push(unsigned value) { X = (int)value; }\nunsigned pop(void) { return 0; }\n";
    scratch.write("empty.c", text);
    let run = scratch.run(["check", "empty.c"]).expect_code(2);
    assert!(run.stdout.contains("`pop` never returns -1: its type has no such value"), "{}", run.stdout);
}

fn decides_by_data() -> String {
    let decision = "  if (value == 7) sched_yield();\n  node->data = value;\n";
    example("treiber_gc.c").replace("  node->data = value;\n", decision)
}

/// The place that is named is the decision, and not where a summary that has it ends.
#[test]
fn a_decision_by_data_is_found() {
    let scratch = Scratch::new();
    scratch.write("data.c", decides_by_data());
    let json = scratch.run(["check", "data.c", "--format", "json1", "--timeout", "0.1"]).json();
    let finding = &json["files"][0]["diagnostics"][0];
    let text = example("treiber_gc.c");
    let line = text[..text.find("node->data = value").expect("it is there")].matches('\n').count() as u64 + 1;
    assert!(finding["code"] == "E0606" && finding["span"]["line"] == line, "{finding}");
}
