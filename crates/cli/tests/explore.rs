//! The contract of `explore` and of dumps of C programs: exit codes, JSON, pictures.

mod support;

use support::{Scratch, root};

fn example(name: &str) -> String {
    std::fs::read_to_string(root().join("examples/effects").join(name)).expect("the example can be read")
}

#[test]
fn exit_codes() {
    let scratch = Scratch::new();
    scratch.write("right.c", example("treiber_gc.c"));
    scratch.write("wrong.c", example("bugs/treiber_lost_cas_result.c"));
    scratch.write("invalid.c", "int f( {\n");
    scratch.write("unsupported.c", example("treiber_gc.c").replace("int data;", "float data;"));
    scratch.write("misspelt.c", example("treiber_gc.c").replace("stack(push, pop)", "stack(push, pup)"));
    scratch.write("a.bpl", "");
    let code = |files: &[&str]| scratch.run(["explore", "--threads", "2", "--ops", "2"].iter().chain(files)).code;
    assert_eq!(code(&["right.c"]), Some(0));
    assert_eq!(code(&["wrong.c"]), Some(1));
    assert_eq!(code(&["invalid.c"]), Some(2));
    assert_eq!(code(&["misspelt.c"]), Some(2));
    assert_eq!(code(&["unsupported.c"]), Some(3));
    assert_eq!(code(&["right.c", "--states", "10"]), Some(3));
    assert_eq!(code(&["right.c", "unsupported.c", "wrong.c"]), Some(1));
    assert_eq!(code(&["wrong.c", "invalid.c"]), Some(1));
    assert_eq!(code(&["right.c", "invalid.c", "unsupported.c"]), Some(2));
    assert_eq!(code(&["a.bpl"]), Some(2));
    assert_eq!(code(&["."]), Some(1));
}

#[test]
fn nothing_found_does_not_look_like_a_proof() {
    let scratch = Scratch::new();
    scratch.write("right.c", example("treiber_gc.c"));
    let run = scratch.run(["explore", "right.c"]).expect_code(0);
    assert!(run.stdout.contains("this is a bounded search, not a proof"), "{}", run.stdout);
    assert!(!run.stdout.contains("proved"), "{}", run.stdout);
}

#[test]
fn the_json_of_a_failing_run() {
    let scratch = Scratch::new();
    scratch.write("wrong.c", example("bugs/treiber_no_versions.c"));
    let json = scratch.run(["explore", "--format", "json1", "wrong.c"]).expect_code(1).json();
    let file = &json["files"][0];
    assert_eq!(file["outcome"], "found");
    assert_eq!((file["threads"].as_u64(), file["ops"].as_u64()), (Some(2), Some(2)));
    assert!(file["states"].as_u64().is_some_and(|states| states > 50));
    let finding = &file["diagnostics"][0];
    assert_eq!(finding["name"], "undefined-published");
    let trace = finding["trace"].as_array().expect("there is a run");
    assert!(trace.iter().any(|step| step["thread"] == 2), "both threads take part");
    assert!(
        trace.iter().any(|step| step["text"].as_str().is_some_and(|text| text.contains("again"))),
        "a cell is reused"
    );
}

#[test]
fn pictures_are_drawn_for_each_step() {
    let scratch = Scratch::new();
    scratch.write("wrong.c", example("bugs/treiber_read_after_free.c"));
    scratch.run(["explore", "--pictures", "out", "wrong.c"]).expect_code(1);
    let first = std::fs::read_to_string(scratch.path().join("out/wrong-000.svg")).expect("there is a first picture");
    assert!(first.starts_with("<svg") && first.trim_end().ends_with("</svg>"), "{first}");
    let last = std::fs::read_dir(scratch.path().join("out")).expect("the folder is there").count() / 2 - 1;
    let last = std::fs::read_to_string(scratch.path().join(format!("out/wrong-{last:03}.dot"))).expect("a last one");
    assert!(last.contains("a (free)") && last.contains("style=dashed"), "{last}");
}

#[test]
fn pictures_of_nothing_are_reported() {
    let scratch = Scratch::new();
    scratch.write("right.c", example("treiber_gc.c"));
    scratch.write("Main.java", "class Main { public static void main(String[] a) { int n = 1 / a.length; } }");
    let run = |file: &str, code: i32| {
        scratch.run(["explore", "--threads", "2", "--ops", "1", "--pictures", "out", file]).expect_code(code).stderr
    };
    let stderr = run("right.c", 0);
    assert!(stderr.contains("warning") && stderr.contains("no failing run to draw"), "{stderr}");
    let stderr = run("Main.java", 1);
    assert!(stderr.contains("only the heaps of C programs"), "{stderr}");
    assert!(!scratch.path().join("out").exists());
}

/// Programs without an end, or that need more than there is: the search ends in its time and says why.
#[test]
fn searches_end() {
    let java = |body: &str| {
        format!(
            "import java.util.*; class Main {{ static int f(int n) {{ return f(n + 1); }} \
             static boolean g(int n) {{ return n > 1 && g(n - 1); }} \
             public static void main(String[] args) throws Exception {{ {body} }} }}"
        )
    };
    let programs = [
        ("loops", java("int i = 0; while (true) { i++; }")),
        ("recursion", java("f(0);")),
        ("largest", java("int[] a = new int[2147483647]; a[0] = 1;")),
        ("square", java("int[][][] a = new int[4096][4096][4096];")),
        ("copy", java("int[] a = Arrays.copyOf(new int[1], 2147483647);")),
        ("grows", java("List<int[]> l = new ArrayList<>(); while (true) { l.add(new int[4096]); }")),
        ("doubles", java("List<Integer> l = new ArrayList<>(); l.add(1); while (true) { l.addAll(l); }")),
        ("text", java("String s = \"ab\"; while (s != null) { s = s + s; if (s.length() < 0) return; }")),
        ("texts", java("String s = \"\"; int i = 0; while (true) { i++; s = \"x\" + i + \"y\"; }")),
        ("builder", java("StringBuilder b = new StringBuilder(\"ab\"); while (true) { b.append(b.toString()); }")),
        ("garbage", java("while (true) { int[] a = new int[1000]; }")),
        ("threads", java("while (true) { new Thread(() -> { }).start(); }")),
    ];
    let scratch = Scratch::new();
    for (name, text) in &programs {
        scratch.write(&format!("{name}/Main.java"), text);
    }
    let stack = example("treiber_gc.c");
    scratch.write("atomic.c", stack.replacen("void push(", "void spin() { ATOMIC { while (1) { } } }\nvoid push(", 1));
    scratch.write("many.c", &stack);
    // Rounds of thousands of moves, by the thousands.
    scratch.write("waits.c", example("treiber_backoff.c").replace("int delay = 1;", "int delay = 2147483647;"));
    let limited = |args: &[&str]| {
        let mut command = std::process::Command::new("sh");
        let shell = "ulimit -v 3000000; exec \"$0\" \"$@\"";
        command.args(["-c", shell, env!("CARGO_BIN_EXE_counterpoint"), "explore", "--timeout", "2"]).args(args);
        command.current_dir(scratch.path());
        let finished = scratch.start(command).finish();
        assert!(matches!(finished.code, Some(0..=3)), "{args:?}: {:?} {}", finished.code, finished.stderr);
    };
    programs.iter().for_each(|(name, _)| limited(&[name]));
    limited(&["atomic.c"]);
    limited(&["waits.c"]);
    limited(&["--threads", "8", "--ops", "8", "--states", "100000000", "many.c"]);
}

/// What javac refuses may come to a field that an object does not have.
#[test]
fn an_object_of_another_class_than_declared_is_not_modelled() {
    let scratch = Scratch::new();
    let wrong = "class Main { int value; static class Other { } \
                 public static void main(String[] args) { Main main = new Other(); main.value = 5; } }";
    scratch.write("Main.java", wrong);
    let run = scratch.run(["explore", "Main.java"]).expect_code(3);
    assert!(!run.stdout.contains("internal"), "{}", run.stdout);
}

#[test]
fn the_concurrent_form_of_a_c_program() {
    let scratch = Scratch::new();
    scratch.write("right.c", example("coarse_stack_gc.c"));
    let run = scratch.run(["dump", "--stage", "concurrent", "right.c"]).expect_code(0);
    assert!(run.stdout.contains("| 4: Top = node; -> 5"), "{}", run.stdout);
    scratch.run(["dump", "--stage", "ast", "right.c"]).expect_code(2);
}
