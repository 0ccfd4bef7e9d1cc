//! What `{:module}`, `{:functor}` and `{:instance}` say, word by word.

use super::attributes::{Reader, layer_number};
use crate::civl::Layer;
use crate::modules::MODULE;
use ivl::typed::{Attribute, AttributeParam, Name};
use source::{Diagnostic, Span};

pub const MODULE_ATTRIBUTES: [&str; 3] = ["module", "functor", "instance"];

/// What the attributes of a declaration say.
#[derive(Clone, Default)]
pub struct Said {
    pub modules: Vec<(Layer, Name, Span)>,
    pub functor: Option<(Name, Span)>,
    pub instance: Option<Instance>,
}

#[derive(Clone)]
pub struct Instance {
    pub name: Name,
    pub functor: Name,
    pub original: Name,
    pub span: Span,
}

/// Reads the attributes of a declaration.
pub fn said(attributes: &[Attribute], reader: &mut Reader) -> Said {
    let mut said = Said::default();
    for attribute in attributes {
        let span = attribute.span;
        match &*attribute.name {
            "module" => match &attribute.params[..] {
                [AttributeParam::String(name)] if !name.is_empty() => said.modules.push((0, name.clone(), span)),
                [layer, AttributeParam::String(name)] if layer_number(layer).is_some() && !name.is_empty() => {
                    said.modules.push((layer_number(layer).unwrap_or(0), name.clone(), span));
                }
                _ => unreadable(reader, span, "`{:module \"M\"}`, or `{:module n, \"M\"}` from layer n on"),
            },
            "functor" => match &attribute.params[..] {
                [AttributeParam::String(name)] if !name.is_empty() && said.functor.is_none() => {
                    said.functor = Some((name.clone(), span));
                }
                _ => unreadable(reader, span, "one `{:functor \"F\"}`"),
            },
            "instance" => match &attribute.params[..] {
                [AttributeParam::String(name), AttributeParam::String(functor), AttributeParam::String(original)]
                    if !name.is_empty() && said.instance.is_none() =>
                {
                    let (name, functor, original) = (name.clone(), functor.clone(), original.clone());
                    said.instance = Some(Instance { name, functor, original, span });
                }
                _ => unreadable(
                    reader,
                    span,
                    "one `{:instance \"I\", \"F\", \"D\"}`: the instance, its functor, and what is copied",
                ),
            },
            other => {
                if let Some(meant) = MODULE_ATTRIBUTES.into_iter().find(|meant| is_misspelt(other, meant)) {
                    error(reader, span, format!("`{{:{other}}}` has no meaning; is `{{:{meant}}}` meant?"));
                }
            }
        }
    }
    said
}

fn unreadable(reader: &mut Reader, span: Span, form: &str) {
    error(reader, span, format!("this is not understood; write {form}"));
}

pub fn error(reader: &mut Reader, span: Span, message: String) {
    reader.diagnostics.push(Diagnostic::error(&MODULE, span, message));
}

/// Whether the word is another, but for one letter or capitals.
fn is_misspelt(word: &str, meant: &str) -> bool {
    let word = word.to_lowercase();
    let (long, short) = if word.len() < meant.len() { (meant, &*word) } else { (&*word, meant) };
    let same_start = long.bytes().zip(short.bytes()).take_while(|(left, right)| left == right).count();
    let (long_rest, short_rest) = (&long.as_bytes()[same_start..], &short.as_bytes()[same_start..]);
    match long.len() - short.len() {
        0 => short_rest.is_empty() || long_rest[1..] == short_rest[1..],
        1 => long_rest[1..] == *short_rest,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_misspelt;

    #[test]
    fn one_letter_or_capitals() {
        for word in ["Module", "modul", "modules", "mxdule", "module"] {
            assert!(is_misspelt(word, "module"), "{word}");
        }
        for word in ["mod", "modifies", "layer", "modalu", ""] {
            assert!(!is_misspelt(word, "module"), "{word}");
        }
    }
}
