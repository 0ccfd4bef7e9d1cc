//! Literals: numbers, characters and strings.

use super::Reader;
use crate::java::ast::{ExprKind, Literal};
use std::sync::Arc;
use tree_sitter::Node;

impl Reader<'_> {
    pub(super) fn literal(&mut self, node: Node) -> ExprKind {
        let text = self.str(node);
        let literal = match node.kind() {
            "decimal_integer_literal" => integer(text, 10),
            "hex_integer_literal" => integer(&text[2..], 16),
            "octal_integer_literal" => integer(text.trim_start_matches(['o', 'O']), 8),
            "binary_integer_literal" => integer(&text[2..], 2),
            "decimal_floating_point_literal" => floating(text),
            "hex_floating_point_literal" => return ExprKind::Unsupported("a hexadecimal floating-point literal"),
            "true" => Some(Literal::Bool(true)),
            "false" => Some(Literal::Bool(false)),
            "null_literal" => Some(Literal::Null),
            "character_literal" => character(text),
            "string_literal" => string(text),
            _ => return ExprKind::Unsupported("this expression"),
        };
        match literal {
            Some(literal) => ExprKind::Literal(literal),
            None => {
                self.error(node, "this literal is malformed or out of range");
                ExprKind::Unsupported("this literal")
            }
        }
    }
}

/// Hexadecimal, octal and binary literals may fill the sign bit.
fn integer(digits: &str, radix: u32) -> Option<Literal> {
    let is_long = digits.ends_with(['l', 'L']);
    let digits: String = digits.chars().filter(|c| *c != '_' && *c != 'l' && *c != 'L').collect();
    let value = u128::from_str_radix(&digits, radix).ok()? as i128;
    let bits = if is_long { 64 } else { 32 };
    let limit = 1i128 << (bits - 1);
    let value = match radix {
        10 if value > limit => return None,
        10 => value,
        _ if value >= 2 * limit => return None,
        _ if value >= limit => value - 2 * limit,
        _ => value,
    };
    Some(if is_long { Literal::Long(value) } else { Literal::Int(value) })
}

fn floating(text: &str) -> Option<Literal> {
    let is_float = text.ends_with(['f', 'F']);
    let digits: String = text.chars().filter(|c| !"_fFdD".contains(*c)).collect();
    let value: f64 = digits.parse().ok()?;
    Some(if is_float { Literal::Float(value) } else { Literal::Double(value) })
}

fn character(text: &str) -> Option<Literal> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    // A surrogate is a character of Java and none of ours.
    if let Some(digits) = inner.strip_prefix("\\u") {
        return u16::from_str_radix(digits.trim_start_matches('u'), 16).ok().map(Literal::Char);
    }
    let text = unescape(inner)?;
    let mut units = text.encode_utf16();
    match (units.next(), units.next()) {
        (Some(unit), None) => Some(Literal::Char(unit)),
        _ => None,
    }
}

fn string(text: &str) -> Option<Literal> {
    if let Some(block) = text.strip_prefix("\"\"\"").and_then(|rest| rest.strip_suffix("\"\"\"")) {
        return Some(Literal::String(Arc::from(unescape(&text_block(block))?)));
    }
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(Literal::String(Arc::from(unescape(inner)?)))
}

/// The lines after the first, without the indentation that all share.
fn text_block(block: &str) -> String {
    let lines: Vec<&str> = block.lines().skip(1).collect();
    let last_counts = block.ends_with([' ', '\t', '\n']);
    let counted =
        lines.iter().enumerate().filter(|(at, line)| !line.trim().is_empty() || (last_counts && at + 1 == lines.len()));
    let indent = counted.map(|(_, line)| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let mut lines: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or("").trim_end()).collect();
    if block.ends_with('\n') {
        lines.push("");
    }
    lines.join("\n")
}

fn unescape(text: &str) -> Option<String> {
    let mut result = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match chars.next()? {
            'n' => result.push('\n'),
            't' => result.push('\t'),
            'r' => result.push('\r'),
            'b' => result.push('\u{8}'),
            'f' => result.push('\u{c}'),
            's' => result.push(' '),
            '\n' => {}
            'u' => {
                while chars.next_if_eq(&'u').is_some() {}
                let digits: String = (0..4).map_while(|_| chars.next()).collect();
                let code = u32::from_str_radix(&digits, 16).ok()?;
                result.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            first @ '0'..='7' => {
                let most = if first <= '3' { 2 } else { 1 };
                let mut code = first as u32 - '0' as u32;
                for _ in 0..most {
                    match chars.next_if(|next| ('0'..='7').contains(next)) {
                        Some(digit) => code = code * 8 + (digit as u32 - '0' as u32),
                        None => break,
                    }
                }
                result.push(char::from_u32(code)?);
            }
            other => result.push(other),
        }
    }
    Some(result)
}
