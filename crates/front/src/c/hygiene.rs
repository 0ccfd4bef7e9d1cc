//! What the macros of known headers make of a program, so that what is read is what the compiler sees.
//!
//! `CAS`, `LOAD` and `ATOMIC` of `counterpoint.h`, `assert`, and the functions of `stdatomic.h` are macros. They are read as calls
//! of functions, which is the same if
//!
//! 1. the header is included before its macros are used;
//! 2. no name of the program is one that the header declares, if it may be there: those of `counterpoint.h` begin with
//!    `counterpoint_`. Members are in a name space of their own (C11, 6.2.3), and the header has no macro of such a name, so a
//!    member may be called as it likes;
//! 3. no function of the program has the name of such a macro;
//! 4. no argument has a comma outside of parentheses, as in `(Ptr){ node, 1 }`: a macro's argument ends there. Only the last
//!    argument of `CAS` takes what follows the comma, too.
//!
//! A program that breaks one of these is unsupported.

use super::mask;
use super::syntax::Reader;
use source::Span;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// What the names begin with that `counterpoint.h` declares.
const RESERVED: &str = "counterpoint_";
const HEADER: &str = "counterpoint.h";

/// Whether calls of this name are macros of a known header.
fn is_macro(name: &str) -> bool {
    matches!(name, "CAS" | "LOAD" | "assert") || name.starts_with("atomic_")
}

impl Reader<'_> {
    /// Rules 1 to 3, once the whole file has been read.
    pub fn hygiene(&mut self, text: &str) {
        let is_header = |path: &str| path.trim_matches(['"', '<', '>']).rsplit('/').next() == Some(HEADER);
        let included = self.unit.includes.iter().find(|(path, _)| is_header(path)).map(|(_, span)| span.start);
        // Headers of the system do not include it; those of the program may.
        let may_be_declared = self.unit.includes.iter().any(|(path, _)| !path.starts_with('<') || is_header(path));
        let functions = self.unit.functions.iter().map(|function| &*function.name);
        let own: BTreeSet<&str> = functions.chain(self.unit.macros.iter().map(|one| &*one.name)).collect();
        let (mut found, mut addressed) = (Vec::new(), BTreeSet::new());
        for (start, end) in mask::words(text) {
            let word = &text[start..end];
            let is_of_header = match word {
                "ATOMIC" => !own.contains(word),
                "CAS" | "LOAD" => !own.contains(word) && text[end..].trim_start().starts_with('('),
                _ => false,
            };
            if own.contains(word) && !text[end..].trim_start().starts_with('(') {
                addressed.insert(word.into());
            }
            let span = Span::new(self.file, start as u32, end as u32);
            if word.starts_with(RESERVED) && may_be_declared && !self.is_member(text, start, end) {
                found.push((format!("the name `{word}`, which may be one of `{HEADER}`,"), span));
            } else if is_of_header && included.is_none_or(|included| included > span.start) {
                found.push((format!("`{word}` without `#include \"{HEADER}\"` before it"), span));
            }
        }
        for function in self.unit.functions.iter().filter(|function| is_macro(&function.name)) {
            let is_included = function.name.starts_with(char::is_lowercase) || included.is_some();
            if is_included {
                found.push((format!("a function `{}`, which is the name of a macro,", function.name), function.span));
            }
        }
        self.unit.unsupported.extend(found);
        self.unit.addressed = addressed;
    }

    /// Whether the word names a member of a structure: where one is declared, or after `.` or `->`.
    fn is_member(&self, text: &str, start: usize, end: usize) -> bool {
        let before = text[..start].trim_end();
        let is_selected = before.ends_with("->") || before.ends_with('.') && !before.ends_with("..");
        let mut members = self.unit.structs.iter().flat_map(|one| &one.members);
        is_selected
            || members.any(|member| {
                let span = member.span;
                *member.name == text[start..end] && (span.start as usize, span.end as usize) == (start, end)
            })
    }

    /// Rule 4: what is wrong with the arguments of a call, if it is one of a macro.
    pub fn split_argument(&self, function: &str, arguments: &[Node]) -> Option<String> {
        if !is_macro(function) {
            return None;
        }
        let kept = if function == "CAS" { 2 } else { arguments.len() };
        let is_split = |argument: &&Node| has_open_comma(self.text(**argument));
        arguments.iter().take(kept).find(is_split)?;
        Some(format!("an argument of the macro `{function}` with a comma outside of parentheses, which ends it,"))
    }
}

/// Whether there is a comma that no parentheses enclose.
fn has_open_comma(text: &str) -> bool {
    let (mut depth, mut at) = (0i32, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b',' if depth <= 0 => return true,
            b'"' | b'\'' => {
                at = mask::past_quoted(bytes, at);
                continue;
            }
            b'/' if bytes[at..].starts_with(b"/*") => {
                at = mask::past(bytes, at + 2, b"*/");
                continue;
            }
            b'/' if bytes[at..].starts_with(b"//") => {
                at = mask::past(bytes, at, b"\n");
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_that_end_an_argument() {
        for (text, expected) in [
            ("(Ptr){ a, b }", true),
            ("((Ptr){ a, b })", false),
            ("f(a, b)", false),
            ("a[i, j]", true),
            ("',' + f(\",\", ')')", false),
            ("x /* , */ + y", false),
        ] {
            assert_eq!(has_open_comma(text), expected, "{text}");
        }
    }
}
