//! Conditional text: `#if NAME`, `#elsif NAME`, `#else`, `#endif`, each on its own line.
//!
//! Of the files of a program, the first has the name `FILE_0` defined, the second `FILE_1`, and so on. `#if NAME`
//! includes its lines if the name is defined, `#if !NAME` if it is not. Lines are left out by overwriting them with
//! blanks: every other byte keeps its place.

use super::error::DIRECTIVE;
use source::{Diagnostic, FileId, Span};
use std::borrow::Cow;

/// The text without the directives and without what they leave out, where at most one name is defined.
pub(super) fn apply<'t>(
    file: FileId,
    text: &'t str,
    defined: Option<&str>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Cow<'t, str> {
    if !["#if", "#elsif", "#else", "#endif"].iter().any(|directive| text.contains(directive)) {
        return Cow::Borrowed(text);
    }
    let mut conditions: Vec<Condition> = Vec::new();
    let mut result = String::with_capacity(text.len());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(file, start, start + line.trim_end().len() as u32);
        start += line.len() as u32;
        let directive = match Directive::read(line, defined) {
            None if conditions.iter().all(|condition| condition.included) => {
                result.push_str(line);
                continue;
            }
            directive => directive,
        };
        result.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        if let Some(Err(message)) = directive.map(|directive| directive.obey(&mut conditions, span)) {
            diagnostics.push(Diagnostic::error(&DIRECTIVE, span, message));
        }
    }
    if let Some(condition) = conditions.last() {
        diagnostics.push(Diagnostic::error(&DIRECTIVE, condition.span, "this `#if` has no `#endif`"));
    }
    Cow::Owned(result)
}

/// One `#if` that is not closed yet.
struct Condition {
    span: Span,
    /// The present branch is part of the text, as far as this condition goes.
    included: bool,
    /// Some branch has been included: all later ones are left out.
    decided: bool,
    has_else: bool,
}

enum Directive {
    If(bool),
    Elsif(bool),
    Else,
    Endif,
}

impl Directive {
    fn read(line: &str, defined: Option<&str>) -> Option<Directive> {
        let line = line.trim();
        if let Some(condition) = line.strip_prefix("#if") {
            return Some(Directive::If(holds(condition, defined)));
        }
        if let Some(condition) = line.strip_prefix("#elsif") {
            return Some(Directive::Elsif(holds(condition, defined)));
        }
        match line {
            "#else" => Some(Directive::Else),
            "#endif" => Some(Directive::Endif),
            _ => None,
        }
    }

    fn obey(self, conditions: &mut Vec<Condition>, span: Span) -> Result<(), &'static str> {
        match self {
            Directive::If(holds) => {
                conditions.push(Condition { span, included: holds, decided: holds, has_else: false });
            }
            Directive::Elsif(holds) => {
                let last = conditions.last_mut().filter(|last| !last.has_else);
                let condition = last.ok_or("this `#elsif` belongs to no `#if`")?;
                condition.included = holds && !condition.decided;
                condition.decided |= holds;
            }
            Directive::Else => {
                let last = conditions.last_mut().filter(|last| !last.has_else);
                let condition = last.ok_or("this `#else` belongs to no `#if`")?;
                condition.included = !condition.decided;
                condition.has_else = true;
            }
            Directive::Endif => {
                conditions.pop().ok_or("this `#endif` belongs to no `#if`")?;
            }
        }
        Ok(())
    }
}

/// `!` any number of times, then a name.
fn holds(condition: &str, defined: Option<&str>) -> bool {
    let name = condition.trim_start_matches(|c: char| c == '!' || c.is_whitespace());
    let negations = condition[..condition.len() - name.len()].matches('!').count();
    (defined == Some(name.trim_end())) == negations.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut diagnostics = Vec::new();
        let result = apply(FileId(0), text, Some("FILE_0"), &mut diagnostics);
        assert_eq!(result.len(), text.len());
        let messages: Vec<String> = diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
        let words: Vec<&str> = result.split_whitespace().chain(messages.iter().map(String::as_str)).collect();
        assert_eq!(words.join(" "), expected);
    }

    #[test]
    fn lines_are_included_or_left_out() {
        check("a\n#if X\nb é\n#else\nc\n#endif\nd", "a c d");
        check("#if !X\na\n#elsif !Y\nb\n#else\nc\n#endif\nd", "a d");
        check("#if X\na\n#elsif !Y\nb\n#else\nc\n#endif\nd", "b d");
        check("#if X\n#if !Y\na\n#else\nb\n#endif\n#else\nc\n#endif\n", "c");
        check("#if ! ! X\na\n#endif", "");
        check("#if FILE_0\na\n#else\nb\n#endif\n#if !FILE_1\nc\n#endif", "a c");
        check("#if !FILE_0\na\n#elsif FILE_0 \nb\n#endif", "b");
    }

    #[test]
    fn unpaired_directives_are_errors() {
        check("#if X\na\n", "this `#if` has no `#endif`");
        check("a\n#endif\nb", "a b this `#endif` belongs to no `#if`");
        check("#if !X\n#else\n#else\n#endif", "this `#else` belongs to no `#if`");
        check("#elsif X\n", "this `#elsif` belongs to no `#if`");
    }
}
