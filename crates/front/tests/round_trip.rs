//! What is printed parses back to the same tree, spans aside.

use ivl::ast::Program;
use source::FileId;
use std::path::{Path, PathBuf};

fn parse(text: &str) -> Program {
    let (program, diagnostics) = front::bpl::parse(FileId(0), text);
    let messages: Vec<&str> = diagnostics.iter().map(|diagnostic| &*diagnostic.message).collect();
    assert_eq!(messages, Vec::<&str>::new(), "in\n{text}");
    program
}

/// The tree as text without its spans.
fn shape(program: &Program) -> String {
    let debug = format!("{program:?}");
    let mut rest = &debug[..];
    let mut shape = String::new();
    while let Some(start) = rest.find("Span {") {
        let length = rest[start..].find('}').expect("a span ends with a brace");
        shape += &rest[..start];
        rest = &rest[start + length + 1..];
    }
    shape + rest
}

/// Checks the law, and returns the printed text.
fn check(text: &str) -> String {
    let program = parse(text);
    let printed = ivl::print_ast::print(&program);
    let again = parse(&printed);
    assert_eq!(shape(&program), shape(&again), "\n{text}\nis printed as\n{printed}");
    assert_eq!(ivl::print_ast::print(&again), printed);
    printed
}

/// Checks an expression, and returns it as printed.
fn check_expr(text: &str) -> String {
    let printed = check(&format!("axiom {text};"));
    printed.trim_start_matches("axiom ").trim_end().trim_end_matches(';').to_string()
}

const BINARY: [&str; 18] =
    ["<==>", "==>", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "++", "+", "-", "*", "div", "mod", "/", "**"];

/// Every kind of expression, with holes for its operands.
fn forms() -> Vec<String> {
    let mut forms: Vec<String> = BINARY.iter().map(|op| format!("(@ {op} @)")).collect();
    let others = [
        "(!@)",
        "(-@)",
        "(@ is C)",
        "(@: T)",
        "(@: T int)",
        "(@: [T]T)",
        "@[@]",
        "@[@, @]",
        "@[]",
        "@[@ := @]",
        "@[:= @]",
        "@[3:1]",
        "@->f",
        "@->(f := @)",
        "f(@)",
        "f(@, @)",
        "old(@)",
        "int(@)",
        "real(@)",
        "|{ var x: int where @; A: assert @; goto B; B: return @; }|",
        "(if @ then @ else @)",
        "(forall x: int :: {@, @} {:nopats @} {:a @} @)",
        "(lambda<T> x: T :: @)",
        "(var x, y := @, @; @)",
        "7",
        "7bv8",
        "1.5",
        "2e-3",
        "0x1.8e0f24e8",
        "(-0x1.8e0f24e8)",
        "(\"s\")",
        "RNE",
        "true",
    ];
    forms.extend(others.map(String::from));
    forms
}

#[test]
fn every_form_inside_every_form() {
    let forms = forms();
    for parent in &forms {
        for side in 0..parent.matches('@').count() {
            for child in &forms {
                let before = parent.replacen('@', "x", side);
                let filled = before.replacen('@', &child.replace('@', "y"), 1);
                check_expr(&filled.replace('@', "x"));
            }
        }
    }
}

#[test]
fn parentheses_are_minimal() {
    for text in [
        "a <==> b <==> c",
        "a <==> (b <==> c)",
        "a ==> b ==> c",
        "(a ==> b) ==> c",
        "a && b && c",
        "a && (b && c)",
        "(a || b) && c",
        "a && b ==> c || d",
        "(a == b) == c",
        "a + b - c",
        "a - (b + c)",
        "a + b * c",
        "(a + b) * c",
        "a ** b ** c",
        "(a ** b) ** c",
        "-a ** b",
        "-(a ** b)",
        "!a && !(a && b)",
        "!m[i]->f",
        "!(x is C) && y is C",
        "(!x is C) == z",
        "-(0x1.8e0f24e8)",
        "-0x1.8e0f24e8",
        "--x",
        "(x: T) < y",
        "f(x: T, if a then b else c)",
        "1 + (if a then b else c)",
        "if a then b else if c then d else e",
        "a ++ b[7:0]",
        "m[i, j := v][:= w][]",
        "e->(f := v)->g",
        "(forall<a> x: a, {:b 1} y: int :: {:c \"s\"} {f(x), y} {:nopats g(x)} f(x) == y)",
        "(forall<a> :: true)",
        "(var {:a} x, y := 1, 2; {:b} x + y)",
        "|{ var x: int; A: x := 1; goto {:a} B, C; B: return {:c} x > 0; }|",
    ] {
        let expected = if text == "(!x is C) == z" { "!x is C == z" } else { text };
        assert_eq!(check_expr(text), expected);
    }
    assert_eq!(check_expr("a <== b <== c"), "c ==> b ==> a");
    let unicode = "(∀ x: int • ¬(a ∧ b) ⇔ (∃ y: int • x ≤ y ∨ x ≥ y ⇒ (λ z: int • z) ≠ m))";
    let ascii = "(forall x: int :: !(a && b) <==> (exists y: int :: x <= y || x >= y ==> (lambda z: int :: z) != m))";
    assert_eq!(check_expr(unicode), ascii);
}

#[test]
fn long_chains_keep_their_shape() {
    for count in [2, 63, 64, 65, 66, 127, 128, 129, 1000] {
        let chain = vec!["x"; count].join(" && ");
        check_expr(&chain);
        check_expr(&format!("({chain}) && {chain}"));
        check_expr(&format!("{chain} && ({chain})"));
        check_expr(&format!("({chain}) || ({chain})"));
    }
}

#[test]
fn keywords_and_odd_names_stay_names() {
    let keywords = "action assert asserts assume async atomic axiom bool both break call const datatype div else ensures \
                    exists false forall free function goto havoc hide hideable if implementation int invariant is \
                    lambda left measure mod modifies old pop preserves procedure pure push real refines requires \
                    return returns reveal revealed right RNA RNE RTN RTP RTZ roundNearestTiesToAway \
                    roundNearestTiesToEven roundTowardNegative roundTowardPositive roundTowardZero then true type \
                    unique uses var where while yield #x .5 a'b ~ ? ` x.y$z^ bv32 float24e8";
    for name in keywords.split_whitespace() {
        let name = format!("\\{name}");
        check(&format!("var {name}: {name} {name};"));
        check(&format!("procedure {name}({name}: int) {{ {name}: {name}[{name}]->{name} := {name}({name}); }}"));
        check(&format!("function {name}<{name}>({name}: {name}): int {{ {name} is {name} }}"));
        check(&format!("procedure P() {{ {name}({name}) := {name}; call {name}, {name} := {name}(); goto {name}; }}"));
    }
}

#[test]
fn statements_and_declarations() {
    let text = include_str!("every_construct.bpl");
    assert_eq!(check(text), text);
}

#[test]
fn short_forms_are_spelt_out() {
    let cases = [
        ("function f(x, y: int, z: bool): int;", "function f(x: int, y: int, z: bool): int;\n"),
        ("function f(T, [int]T) returns (U);", "function f(T, [int]T): U;\n"),
        (
            "function f({:a} x, {:b} y: int) returns ({:c} r: U);",
            "function f({:a} x: int, {:b} y: int) returns ({:c} r: U);\n",
        ),
        ("type T a, U = T int;", "type T a;\ntype U = T int;\n"),
        (
            "var {:a} x, y: int where x > 0, z: T (U int) ([int]int);",
            "var {:a} x: int where x > 0;\nvar {:a} y: int where x > 0;\nvar {:a} z: T (U int) ([int]int);\n",
        ),
        ("procedure P() returns ();", "procedure P();\n"),
        ("const c: int uses { }", "const c: int;\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(check(text), expected);
    }
}

#[test]
fn strings_that_end_with_a_backslash() {
    check("axiom {:a \"x\\\"\n, \"y\"} true;");
    check("axiom {:a \"say \\\"hi\\\"\"} true;");
    check("axiom {:a (\"x\")} {:b (\"x\") == y} true;");
}

/// All programs of the project that are meant to be programs.
#[test]
fn the_programs_of_the_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["tests", "examples"] {
        collect(&root.join(folder), &mut files);
    }
    assert!(!files.is_empty(), "there are programs under tests/ and examples/");
    for file in files {
        println!("{}", file.display());
        check(&std::fs::read_to_string(file).expect("a program is readable text"));
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("invalid") {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "bpl") {
            files.push(path);
        }
    }
}
