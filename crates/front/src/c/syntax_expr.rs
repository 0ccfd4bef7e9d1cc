//! From the tree of tree-sitter to [`ast`](super::ast): expressions.

use super::ast::*;
use super::syntax::Reader;
use tree_sitter::Node;

impl Reader<'_> {
    pub fn expr(&mut self, node: Node) -> Expr {
        let span = self.span(node);
        let substitute = ExprKind::Null;
        let kind = self.nested(node, substitute, |reader| reader.expr_kind(node));
        Expr { kind, span }
    }

    fn boxed(&mut self, node: Option<Node>) -> Option<Box<Expr>> {
        node.map(|node| Box::new(self.expr(node)))
    }

    fn expr_kind(&mut self, node: Node) -> ExprKind {
        self.read(node).unwrap_or_else(|| ExprKind::Unsupported(described(node.kind()).to_string()))
    }

    /// None for what is not of the subset.
    fn read(&mut self, node: Node) -> Option<ExprKind> {
        let child = |field: &str| node.child_by_field_name(field);
        if has_open_assignment(node) {
            return Some(ExprKind::Unsupported("an assignment as an operand, without parentheses,".to_string()));
        }
        Some(match node.kind() {
            "identifier" => ExprKind::Name(self.name(node)),
            "number_literal" => number(self.text(node))?,
            "char_literal" => self.char_literal(node)?,
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "null" => ExprKind::Null,
            "parenthesized_expression" => {
                let inner = self.named_children(node).into_iter().next()?;
                self.expr(inner).kind
            }
            "unary_expression" => {
                let arg = self.boxed(child("argument"))?;
                match child("operator")?.kind() {
                    "!" => ExprKind::Not(arg),
                    "-" => ExprKind::Unary { op: Sign::Minus, arg },
                    "+" => ExprKind::Unary { op: Sign::Plus, arg },
                    "~" => ExprKind::Unary { op: Sign::Complement, arg },
                    _ => return None,
                }
            }
            "pointer_expression" => {
                let arg = self.boxed(child("argument"))?;
                if child("operator")?.kind() == "*" { ExprKind::Deref(arg) } else { ExprKind::AddressOf(arg) }
            }
            "binary_expression" => self.binary(node)?,
            "conditional_expression" => ExprKind::Conditional {
                condition: self.boxed(child("condition"))?,
                then: self.boxed(child("consequence"))?,
                otherwise: self.boxed(child("alternative"))?,
            },
            "assignment_expression" => {
                let sign = child("operator")?.kind();
                let op = if sign == "=" { None } else { Some(binary_sign(sign.strip_suffix('=')?)?) };
                ExprKind::Assign { op, target: self.boxed(child("left"))?, value: self.boxed(child("right"))? }
            }
            "update_expression" => {
                let (operator, arg) = (child("operator")?, child("argument")?);
                let is_prefix = operator.start_byte() < arg.start_byte();
                ExprKind::Count { up: operator.kind() == "++", is_prefix, target: Box::new(self.expr(arg)) }
            }
            "comma_expression" => ExprKind::Comma(self.boxed(child("left"))?, self.boxed(child("right"))?),
            "call_expression" => self.call(node)?,
            "field_expression" => {
                let is_arrow = child("operator")?.kind() == "->";
                let member = self.name(child("field")?);
                ExprKind::Member { base: self.boxed(child("argument"))?, member, is_arrow }
            }
            "cast_expression" => {
                let ty = self.type_name(child("type")?);
                ExprKind::Cast { ty, arg: self.boxed(child("value"))? }
            }
            "sizeof_expression" => match (child("type"), child("value")) {
                (Some(ty), _) => ExprKind::SizeOf(SizeOf::Type(self.type_name(ty))),
                (None, value) => ExprKind::SizeOf(SizeOf::Value(self.boxed(value)?)),
            },
            "compound_literal_expression" => {
                let ty = self.type_name(child("type")?);
                ExprKind::Compound { ty, items: self.items(child("value")?) }
            }
            _ => return None,
        })
    }

    fn binary(&mut self, node: Node) -> Option<ExprKind> {
        let sign = node.child_by_field_name("operator")?.kind();
        let left = self.boxed(node.child_by_field_name("left"))?;
        let right = self.boxed(node.child_by_field_name("right"))?;
        Some(match sign {
            "&&" => ExprKind::And(left, right),
            "||" => ExprKind::Or(left, right),
            _ => ExprKind::Binary { op: binary_sign(sign)?, left, right },
        })
    }

    fn call(&mut self, node: Node) -> Option<ExprKind> {
        let function = node.child_by_field_name("function")?;
        let arguments = self.named_children(node.child_by_field_name("arguments")?);
        if let Some(ty) = self.cast_in_disguise(function) {
            let [arg] = &arguments[..] else { return None };
            return Some(ExprKind::Cast { ty, arg: Box::new(self.expr(*arg)) });
        }
        if function.kind() != "identifier" {
            return None;
        }
        if let Some(split) = self.split_argument(self.text(function), &arguments) {
            return Some(ExprKind::Unsupported(split));
        }
        let args = arguments.into_iter().map(|arg| self.expr(arg)).collect();
        Some(ExprKind::Call { function: self.name(function), args })
    }

    /// The type in `(T)(x)`, which the grammar takes for a call if it does not know that T is a type.
    fn cast_in_disguise(&self, function: Node) -> Option<TypeName> {
        let inner = self.named_children(function).into_iter().next()?;
        let name = self.name(inner);
        let is_type = function.kind() == "parenthesized_expression"
            && inner.kind() == "identifier"
            && self.unit.typedefs.iter().any(|one| one.name == name);
        is_type.then(|| TypeName {
            kind: TypeKind::Named(name.to_string()),
            is_atomic: false,
            is_const: false,
            span: self.span(inner),
        })
    }

    fn char_literal(&self, node: Node) -> Option<ExprKind> {
        let inner = self.text(node).strip_prefix('\'')?.strip_suffix('\'')?;
        let value = match inner {
            "\\n" => '\n',
            "\\t" => '\t',
            "\\0" => '\0',
            "\\\\" => '\\',
            "\\'" => '\'',
            _ => inner.chars().next().filter(|only| inner.len() == 1 && only.is_ascii())?,
        };
        Some(ExprKind::Int { value: value as i128, bits: 32, is_signed: true })
    }
}

/// Whether an operand is an assignment that no parentheses enclose. The grammar reads `(int)x = 1` as `(int)(x = 1)`; to C it is an
/// assignment to what is no variable.
fn has_open_assignment(node: Node) -> bool {
    let operands: &[&str] = match node.kind() {
        "binary_expression" => &["left", "right"],
        "unary_expression" | "pointer_expression" | "update_expression" | "field_expression" => &["argument"],
        "cast_expression" | "sizeof_expression" => &["value"],
        "conditional_expression" => &["condition", "alternative"],
        "assignment_expression" => &["left"],
        "call_expression" => &["function"],
        _ => &[],
    };
    let is_assignment = |node: Node| node.kind() == "assignment_expression";
    operands.iter().any(|field| node.child_by_field_name(field).is_some_and(is_assignment))
}

/// What a string is called.
pub const TEXT: &str = "a string";

fn described(kind: &str) -> &'static str {
    match kind {
        "subscript_expression" => "an array element",
        "string_literal" | "concatenated_string" => TEXT,
        "number_literal" => "this number",
        "char_literal" => "this character",
        "call_expression" => "a call through a pointer",
        "gnu_asm_expression" => "assembly code",
        "compound_statement" => "a statement as an expression",
        "generic_expression" => "`_Generic`",
        "initializer_list" => "a list of values here",
        _ => "this expression",
    }
}

fn binary_sign(sign: &str) -> Option<BinarySign> {
    Some(match sign {
        "==" => BinarySign::Equal,
        "!=" => BinarySign::NotEqual,
        "<" => BinarySign::Less,
        "<=" => BinarySign::LessEqual,
        ">" => BinarySign::Greater,
        ">=" => BinarySign::GreaterEqual,
        "+" => BinarySign::Add,
        "-" => BinarySign::Subtract,
        "*" => BinarySign::Multiply,
        "/" => BinarySign::Divide,
        "%" => BinarySign::Remainder,
        "&" => BinarySign::BitAnd,
        "|" => BinarySign::BitOr,
        "^" => BinarySign::BitXor,
        "<<" => BinarySign::ShiftLeft,
        ">>" => BinarySign::ShiftRight,
        _ => return None,
    })
}

/// An integer literal of C, with a minus sign if there is one. None for other numbers.
pub fn number(text: &str) -> Option<ExprKind> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    };
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&suffix) {
        return None;
    }
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(digits, 8).ok()?,
        None => digits.parse::<u64>().ok()?.into(),
    };
    let (bits, is_signed) = type_of_literal(value, digits.starts_with('0'), suffix)?;
    let value = match (negative, is_signed) {
        (false, _) => value,
        (true, true) => -value,
        (true, false) => (-value).rem_euclid(1 << bits),
    };
    Some(ExprKind::Int { value, bits, is_signed })
}

/// The first type that holds the value, as C has it: `int`, `long`, and their unsigned kin where the suffix says so, or
/// where the literal is octal or hexadecimal.
fn type_of_literal(value: i128, has_base: bool, suffix: &str) -> Option<(u8, bool)> {
    let (is_unsigned, is_long) = (suffix.contains('u'), suffix.contains('l'));
    let types = [
        (32, true, i32::MAX.into()),
        (32, false, u32::MAX.into()),
        (64, true, i64::MAX.into()),
        (64, false, u64::MAX.into()),
    ];
    let may_be = |bits: u8, is_signed: bool| match is_signed {
        true => !is_unsigned && (bits == 64 || !is_long),
        false => (is_unsigned || has_base) && (bits == 64 || !is_long),
    };
    let fitting = types.into_iter().find(|(bits, is_signed, most)| may_be(*bits, *is_signed) && value <= *most);
    fitting.map(|(bits, is_signed, _)| (bits, is_signed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_all_spellings() {
        let read = |text: &str| match number(text) {
            Some(ExprKind::Int { value, bits, is_signed }) => Some((value, bits, is_signed)),
            _ => None,
        };
        assert_eq!(read("42"), Some((42, 32, true)));
        assert_eq!(read("-1"), Some((-1, 32, true)));
        assert_eq!(read("0x10UL"), Some((16, 64, false)));
        assert_eq!(read("0x7fffffff"), Some((0x7fff_ffff, 32, true)));
        assert_eq!(read("0xffffffff"), Some((0xffff_ffff, 32, false)));
        assert_eq!(read("4294967295"), Some((0xffff_ffff, 64, true)));
        assert_eq!(read("0xffffffffL"), Some((0xffff_ffff, 64, true)));
        assert_eq!(read("0xffffffffffffffff"), Some((u64::MAX.into(), 64, false)));
        assert_eq!(read("-1u"), Some((0xffff_ffff, 32, false)));
        assert_eq!(read("017"), Some((15, 32, true)));
        assert_eq!(read("4294967296"), Some((1 << 32, 64, true)));
        for none in ["1.5", "x", "", "-", "0xg", "99999999999999999999999"] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}
