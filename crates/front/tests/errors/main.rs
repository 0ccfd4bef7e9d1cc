//! What is said about text that is not a program.

mod declarations;
mod expressions;
mod statements;

use expect_test::Expect;
use source::SourceMap;

/// Parses and renders `line:column: message`, with labels and help below.
fn check(text: &str, expected: Expect) {
    let mut map = SourceMap::new();
    let file = map.add("test.bpl", text);
    let (_, diagnostics) = front::bpl::parse(file, text);
    let mut shown = String::new();
    for diagnostic in diagnostics {
        let (start, end) = (map.start(diagnostic.span), map.end(diagnostic.span));
        assert_eq!(start.line, end.line, "an error marks one line");
        shown += &format!("{}:{}-{}: ", start.line, start.column, end.column);
        if diagnostic.code.id != "E0101" {
            shown += &format!("[{}] ", diagnostic.code.id);
        }
        shown += &format!("{}\n", diagnostic.message);
        for label in diagnostic.related {
            let place = map.start(label.span);
            shown += &format!("  {}:{}: {}\n", place.line, place.column, label.text);
        }
        for help in diagnostic.help {
            shown += &format!("  help: {help}\n");
        }
    }
    expected.assert_eq(&shown);
}

/// Checks the body of a procedure; the text stands on line 1, from column 17 on.
fn check_body(text: &str, expected: Expect) {
    check(&format!("procedure P() {{ {text} }}"), expected);
}
