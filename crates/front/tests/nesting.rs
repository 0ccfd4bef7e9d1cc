//! Text that is nested deep or long: no overflow, and trees of bounded height.

use source::FileId;

/// Far beyond the limit of 5,000.
const FAR: usize = 20_000;

/// Parses on a thread with the stack that callers provide, and returns the messages.
fn messages(text: String) -> Vec<String> {
    let run = move || {
        let (program, diagnostics) = front::bpl::parse(FileId(0), &text);
        // What the parser accepts can be printed, compared and dropped by recursion.
        let printed = ivl::print_ast::print(&program);
        if diagnostics.is_empty() {
            let (again, diagnostics) = front::bpl::parse(FileId(0), &printed);
            assert_eq!(diagnostics, [], "the printed text parses");
            assert!(ivl::print_ast::print(&again) == printed, "printing is stable");
        }
        diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    thread.expect("a thread starts").join().expect("the parser does not panic")
}

#[track_caller]
fn accepted(text: String) {
    assert_eq!(messages(text), Vec::<String>::new());
}

#[track_caller]
fn too_deep(text: String) {
    assert_eq!(messages(text), ["nested more than 5,000 deep"]);
}

/// `axiom before^n middle after^n;`
fn axiom(before: &str, middle: &str, after: &str, count: usize) -> String {
    format!("axiom {}{middle}{};", before.repeat(count), after.repeat(count))
}

fn body(before: &str, after: &str, count: usize) -> String {
    format!("procedure P() {{ {}{} }}", before.repeat(count), after.repeat(count))
}

#[test]
fn parentheses() {
    accepted(axiom("(", "x", ")", 4_900));
    too_deep(axiom("(", "x", ")", 100_000));
    too_deep(axiom("(", "", "", FAR));
    too_deep(axiom("f(", "x", ")", FAR));
    too_deep(axiom("old(", "x", ")", FAR));
    too_deep(axiom("m[", "x", "]", FAR));
    too_deep(axiom("(forall x: int :: ", "x", ")", FAR));
    too_deep(axiom("(var x := ", "x", "; x)", FAR));
    too_deep(axiom("(a + ", "x", ")", FAR));
}

#[test]
fn worst_case_between_parentheses() {
    let open = "(a <==> a ==> a && a == a ++ a + a * a ** -!";
    accepted(axiom(open, "x", ")", 400));
    too_deep(axiom(open, "x", ")", 10_000));
}

#[test]
fn prefixes() {
    accepted(axiom("-", "x", "", 4_900));
    too_deep(axiom("-", "x", "", FAR));
    too_deep(axiom("! ", "x", "", FAR));
    too_deep(axiom("if x then x else ", "x", "", FAR));
    too_deep(axiom("if ", "x", " then x else x", FAR));
}

#[test]
fn chains() {
    for operator in ["+", "-", "*", "div", "++", "**", "==>", "<==", "<==>"] {
        accepted(axiom(&format!("x {operator} "), "x", "", 4_900));
        too_deep(axiom(&format!("x {operator} "), "x", "", FAR));
    }
    for operator in ["&&", "||"] {
        accepted(axiom(&format!("x {operator} "), "x", "", 100_000));
    }
}

#[test]
fn suffixes() {
    accepted(axiom("", "x", "[y]", 4_900));
    too_deep(axiom("", "x", "[y]", FAR));
    too_deep(axiom("", "x", "[y := z]", FAR));
    too_deep(axiom("", "x", "->f", FAR));
    too_deep(axiom("", "x", ": int", FAR));
}

/// Each level is a chain that is short enough; together they are not.
#[test]
fn chains_inside_chains() {
    let sum = " + x".repeat(400);
    too_deep(axiom("(", "x", &format!("{sum})"), 400));
    let select = "[y]".repeat(1_000);
    too_deep(axiom("(", "x", &format!("){select}"), 400));
}

#[test]
fn statements() {
    accepted(body("if (*) { ", "} ", 4_900));
    too_deep(body("if (*) { ", "} ", 100_000));
    too_deep(body("if (*) { ", "", FAR));
    too_deep(body("while (*) { ", "} ", FAR));
    accepted(format!("procedure P() {{ if (*) {{ }} {} }}", "else if (*) { } ".repeat(4_900)));
    too_deep(format!("procedure P() {{ if (*) {{ }} {} }}", "else if (*) { } ".repeat(FAR)));
    too_deep(axiom("|{ A: assert ", "x", "; return x; }|", FAR));
}

#[test]
fn types() {
    accepted(format!("var x: {} int;", "[int]".repeat(4_900)));
    too_deep(format!("var x: {} int;", "[int]".repeat(FAR)));
    too_deep(format!("var x: {} int;", "T (".repeat(FAR)));
    too_deep(format!("var x: {} int;", "T [int]".repeat(FAR)));
    too_deep(format!("var x: {} int;", "<a>[".repeat(FAR)));
    accepted(format!("var x: T {};", "int ".repeat(FAR)));
}

#[test]
fn brackets_that_only_open() {
    for text in ["{", "}", "(", ")", "[", "]", "|{", "}|", "/*", "{:", "if (", "procedure P() {", "#if\n", "\""] {
        let found = messages(text.repeat(FAR));
        assert!(!found.is_empty() && found.len() <= 100, "{text}: {} messages", found.len());
    }
}

#[test]
fn long_lists_are_no_nesting() {
    accepted(format!("procedure P() {{ {} }}", "x := x + 1; ".repeat(FAR)));
    accepted(format!("axiom f({}x);", "x, ".repeat(FAR)));
    accepted(format!("var {}x: int;", "x, ".repeat(FAR)));
}

#[test]
fn shared_types_are_not_copied_without_limit() {
    let names = "x, ".repeat(10_000);
    let ty = format!("T {}", "int ".repeat(10_000));
    let expected = ["too many names share this large type, attribute or `where` clause"];
    assert_eq!(messages(format!("var {names}x: {ty};")), expected);
    assert_eq!(messages(format!("function f({names}x: {ty}): int;")), expected);
    let attribute = format!("{{:a f({}x)}}", "x, ".repeat(10_000));
    let groups = "x: int, ".repeat(10_000);
    assert_eq!(messages(format!("var {attribute} {groups} x: int;")), expected);
    assert_eq!(messages(format!("type {attribute} {names} x;")), expected);
}
