//! Headers without bodies: overlays write constructors with `;`, which is no Java.
//!
//! Each such `;` becomes `{}`. One byte is more than there was, so places behind it are moved back by the reader.

/// The text with bodies for its constructors, and where a byte was added, in the new text.
pub fn with_bodies(text: &str) -> (String, Vec<usize>) {
    let words = words(text);
    let class_names: Vec<&str> = words
        .windows(2)
        .filter(|pair| matches!(pair[0].text, "class" | "enum" | "record"))
        .map(|pair| pair[1].text)
        .collect();
    let mut ends = Vec::new();
    for at in 0..words.len() {
        let before = at.checked_sub(1).map_or("{", |before| words[before].text);
        let may_begin = matches!(before, "{" | "}" | ";" | ")" | ">" | "public" | "protected" | "private");
        let is_constructor = class_names.contains(&words[at].text)
            && may_begin
            && words.get(at + 1).is_some_and(|next| next.text == "(");
        if is_constructor {
            let rest = words[at..].iter().find(|word| matches!(word.text, ";" | "{"));
            ends.extend(rest.filter(|word| word.text == ";").map(|word| word.start));
        }
    }
    let mut result = String::new();
    let mut added = Vec::new();
    let mut from = 0;
    for end in ends {
        result.push_str(&text[from..end]);
        result.push_str("{}");
        added.push(result.len() - 1);
        from = end + 1;
    }
    result.push_str(&text[from..]);
    (result, added)
}

struct Word<'t> {
    text: &'t str,
    start: usize,
}

/// Names and single signs; comments and strings are left out.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if is_name(first) {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let is_word = !first.is_whitespace() && !rest.starts_with("//") && !rest.starts_with("/*") && first != '"';
        if is_word {
            words.push(Word { text: &rest[..length], start: at });
        }
        at += length;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constructors_get_bodies_and_methods_do_not() {
        let (text, added) = with_bodies("class A { public A(int x) throws E; A make(); B b; /* A(); */ }");
        assert_eq!(text, "class A { public A(int x) throws E{} A make(); B b; /* A(); */ }");
        assert_eq!(added, [text.find("{}").map_or(0, |at| at + 1)]);
    }
}
