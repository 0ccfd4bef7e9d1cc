//! One function in C, and what is said of it.

use expect_test::Expect;

const STACK: &str = "typedef struct Node Node; struct Node { int data; Node *next; }; Node *Top; int N; _Bool Flag;\n\
    //@ linearizable stack(f, g)\nvoid g(void) { }\n";

/// What is said of `f` with this body, behind these declarations; the steps if nothing is.
#[track_caller]
pub fn check(before: &str, body: &str, expected: Expect) {
    let text = format!("{STACK}{before}\nvoid f(int x, Node *p) {{ {body} }}\n");
    let (program, findings) = front::c::parse(source::FileId(0), &text);
    let shown = match program {
        Some(program) => {
            let steps = concurrent::text::print_procedure(&program, &program.procedures[1]);
            let init = concurrent::text::print_procedure(&program, &program.procedures[2]);
            steps + &init
        }
        None => {
            let line = |at: source::Span| text[..at.start as usize].matches('\n').count() + 1;
            let said = |one: &source::Diagnostic| {
                format!(
                    "{}: `{}` {}\n",
                    line(one.span),
                    &text[one.span.start as usize..one.span.end as usize],
                    one.message
                )
            };
            findings.iter().map(said).collect()
        }
    };
    expected.assert_eq(&shown);
}
