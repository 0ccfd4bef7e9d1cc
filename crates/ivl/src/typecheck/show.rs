//! Types in the words of the source, for messages.

use super::Checker;
use super::unify::UNKNOWN;
use crate::typed::{Name, Type};
use std::fmt::Write;

/// Characters of a type that a message shows.
const LONGEST: usize = 200;

impl Checker<'_> {
    /// A type as the user would write it; `_` where it is not known yet. A very long one is cut short.
    pub(super) fn show(&self, ty: &Type) -> String {
        let mut text = String::new();
        self.write_type(&self.infer.resolve(ty), false, &mut Vec::new(), &mut text);
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    /// `atomic` asks for parentheses around a type with arguments; `binders` are the parameters of maps around.
    fn write_type(&self, ty: &Type, atomic: bool, binders: &mut Vec<u32>, text: &mut String) {
        match ty {
            Type::Bool => text.push_str("bool"),
            Type::Int => text.push_str("int"),
            Type::Real => text.push_str("real"),
            Type::RoundingMode => text.push_str("rmode"),
            Type::String => text.push_str("string"),
            Type::RegEx => text.push_str("regex"),
            Type::Bv(width) => text.push_str(&format!("bv{width}")),
            Type::Float { significand, exponent } => text.push_str(&format!("float{significand}e{exponent}")),
            Type::Ctor(id, args) => {
                self.write_applied(&self.out.type_ctors[id.index()].name, args, atomic, binders, text)
            }
            Type::Data(id, args) => {
                self.write_applied(&self.out.datatypes[id.index()].name, args, atomic, binders, text)
            }
            Type::Map(map) => {
                let open = if atomic { "(" } else { "" };
                text.push_str(open);
                if map.type_params > 0 {
                    binders.push(map.type_params);
                    let level = binders.len() as u32 - 1;
                    let names: Vec<String> = (0..map.type_params).map(|index| param_name(level, index)).collect();
                    let _ = write!(text, "<{}>", names.join(", "));
                }
                text.push('[');
                for (at, domain) in map.domain.iter().enumerate() {
                    text.push_str(if at > 0 { ", " } else { "" });
                    self.write_type(domain, false, binders, text);
                }
                text.push(']');
                self.write_type(&map.range, false, binders, text);
                if map.type_params > 0 {
                    binders.pop();
                }
                text.push_str(if atomic { ")" } else { "" });
            }
            Type::MapParam { depth, index } => {
                let level = (binders.len() as u32).saturating_sub(depth + 1);
                text.push_str(&param_name(level, *index));
            }
            Type::Var(var) if *ty != UNKNOWN => match self.out.type_vars.get(var.index()) {
                Some(name) => text.push_str(name),
                None => text.push('_'),
            },
            Type::Var(_) => text.push('?'),
        }
    }

    fn write_applied(&self, name: &Name, args: &[Type], atomic: bool, binders: &mut Vec<u32>, text: &mut String) {
        let parenthesized = atomic && !args.is_empty();
        text.push_str(if parenthesized { "(" } else { "" });
        text.push_str(name);
        for arg in args {
            text.push(' ');
            self.write_type(arg, true, binders, text);
        }
        text.push_str(if parenthesized { ")" } else { "" });
    }
}

fn param_name(level: u32, index: u32) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    if level == 0 { letter.to_string() } else { format!("{letter}{level}") }
}

/// The name in `known` that is most like `name`, if one is close.
pub(super) fn similar<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = if name.len() < 3 { 0 } else { 1 + name.len() / 4 };
    let near = known.filter(|other| other.len().abs_diff(name.len()) <= limit && *other != name);
    near.map(|other| (distance(name, other), other)).filter(|(far, _)| *far <= limit).min().map(|(_, other)| other)
}

/// Edits between two words: insert, delete, replace.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
