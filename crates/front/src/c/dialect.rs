//! What compilers read and our grammar does not: macros that stand for more than a value, conditional text, digraphs, joined
//! lines, words of gcc.
//!
//! Where the grammar stumbles and the text has any of these, it may well be C. Such a program is unsupported. It is invalid
//! only if there is nothing in it but plain C, as the grammar knows it.

use super::mask;
use super::syntax_expr::number;

/// Headers whose macros do not change how a program is read.
const HEADERS: [&str; 18] = [
    "assert.h",
    "counterpoint.h",
    "errno.h",
    "limits.h",
    "pthread.h",
    "sched.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "sys/types.h",
    "threads.h",
    "time.h",
    "unistd.h",
    "semaphore.h",
];

/// Words of the language that the grammar knows in all their places.
const PLAIN: [&str; 3] = ["_Atomic", "_Bool", "__func__"];

/// Words that other compilers and other years know.
const WORDS: [&str; 8] =
    ["asm", "typeof", "thread_local", "alignas", "constexpr", "nullptr", "pthread_cleanup_push", "static_assert"];

/// Tokens of other spellings, and of gcc.
const TOKENS: [&str; 8] = ["<%", "%>", "<:", ":>", "%:", "...", "\\\n", "\\\r\n"];

/// Something in the text that the grammar may stumble over, and where it stands.
pub fn beyond_grammar(text: &str) -> Option<(String, usize)> {
    let directive = directives(text).find(|(line, _)| !is_plain_directive(line));
    let directive = directive.map(|(line, at)| (line.split_whitespace().next().unwrap_or("#").to_string(), at));
    let words = mask::words(text).into_iter();
    let word = words.map(|(start, end)| (&text[start..end], start)).find(|(word, at)| {
        let is_reserved = word.starts_with("__") || word.starts_with('_') && word[1..].starts_with(char::is_uppercase);
        let is_computed = *word == "goto" && text[at + word.len()..].trim_start().starts_with('*');
        is_reserved && !PLAIN.contains(word) || WORDS.contains(word) || is_computed
    });
    let token = TOKENS.iter().filter_map(|token| text.find(token).map(|at| (token.trim_end(), at))).next();
    directive.or(word.or(token).map(|(found, at)| (found.to_string(), at)))
}

/// The lines that begin with `#`, with their places.
fn directives(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        start += line.len();
        (line, start - line.len())
    });
    lines.filter(|(line, _)| line.trim_start().starts_with('#'))
}

/// Whether a line includes a known header, or defines a number.
fn is_plain_directive(line: &str) -> bool {
    let line = line.trim().trim_start_matches('#').trim_start();
    let mut words = line.split_whitespace();
    match words.next() {
        Some("include") => {
            let path = words.next().unwrap_or("").trim_matches(['<', '>', '"']);
            HEADERS.contains(&path) || path.ends_with("/counterpoint.h")
        }
        Some("define") => {
            let (name, value) = (words.next().unwrap_or("("), words.next().unwrap_or(""));
            !name.contains('(') && number(value.trim_matches(['(', ')'])).is_some()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_programs_have_nothing_of_it() {
        let plain =
            "#include <stdlib.h>\n#define N 3\n#define M (-1)\n_Atomic int x; int f(void) { goto a; a: return N; }";
        assert_eq!(beyond_grammar(plain), None);
        let found = |text: &str| beyond_grammar(text).map(|(what, _)| what);
        for (text, what) in [
            ("#if 1\n#endif\n", "#if"),
            ("#define A while\n", "#define"),
            ("#define F(x) 1\n", "#define"),
            ("#include <sys/queue.h>\n", "#include"),
            ("<% x; %>", "<%"),
            ("goto *p;", "goto"),
            ("__asm__(\"\");", "__asm__"),
            ("val\\\nue", "\\"),
        ] {
            assert_eq!(found(text).as_deref(), Some(what), "{text}");
        }
    }
}
