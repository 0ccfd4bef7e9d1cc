//! Values that solvers print, as structure and as text for people.

use std::fmt;

use num_bigint::{BigInt, BigUint};

use crate::names::{is_taken, unquote};
use crate::sexpr::Sexpr;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Bool(bool),
    Int(BigInt),
    /// A decimal or a fraction, such as `0.5` or `-1/3`.
    Real(String),
    BitVec {
        width: u32,
        value: BigUint,
    },
    /// A constructor and its arguments. The empty name stands for a tuple.
    Data(String, Vec<Value>),
    /// An array or function: its value at some points, and elsewhere if that is known.
    Map {
        entries: Vec<(Value, Value)>,
        default: Option<Box<Value>>,
    },
    /// A nameless element of a declared sort, such as `T!val!3`.
    Element(String),
    /// What could not be read, verbatim.
    Other(String),
}

/// Deeper values are kept as text.
const DEEPEST: usize = 250;
/// Larger values (with all `let`s expanded) are kept as text.
const LARGEST: usize = 50_000;

impl Value {
    pub fn from_sexpr(expression: &Sexpr) -> Value {
        let mut reader = Reader { bound: Vec::new(), nodes_left: LARGEST, too_much: false };
        let value = reader.read(expression, 0);
        if reader.too_much { other(expression) } else { value }
    }

    /// The number of nodes and the depth.
    fn extent(&self) -> (usize, usize) {
        let below = |values: &mut dyn Iterator<Item = &Value>| {
            values.fold((1, 0), |(nodes, depth), value| {
                let (more, deep) = value.extent();
                (nodes + more, depth.max(deep + 1))
            })
        };
        match self {
            Value::Bool(_)
            | Value::Int(_)
            | Value::Real(_)
            | Value::BitVec { .. }
            | Value::Element(_)
            | Value::Other(_) => (1, 0),
            Value::Data(_, arguments) => below(&mut arguments.iter()),
            Value::Map { entries, default } => {
                let pairs = entries.iter().flat_map(|(key, value)| [key, value]);
                below(&mut pairs.chain(default.as_deref()))
            }
        }
    }
}

struct Reader<'a> {
    /// Names bound by `let`, innermost last.
    bound: Vec<(&'a str, Value)>,
    nodes_left: usize,
    too_much: bool,
}

impl<'a> Reader<'a> {
    fn read(&mut self, expression: &'a Sexpr, depth: usize) -> Value {
        if depth > DEEPEST || self.nodes_left == 0 || self.too_much {
            self.too_much = true;
            return Value::Other(String::new());
        }
        self.nodes_left -= 1;
        match expression {
            Sexpr::Atom(atom) => self.read_atom(atom, depth),
            Sexpr::String(_) => other(expression),
            Sexpr::List(items) => self.read_list(expression, items, depth),
        }
    }

    fn read_atom(&mut self, atom: &'a str, depth: usize) -> Value {
        if let Some((_, value)) = self.bound.iter().rev().find(|(name, _)| *name == atom) {
            let (nodes, height) = value.extent();
            if depth + height > DEEPEST || nodes > self.nodes_left {
                self.too_much = true;
                return Value::Other(String::new());
            }
            self.nodes_left -= nodes;
            return value.clone();
        }
        if let Some(literal) = literal(atom) {
            return literal;
        }
        let name = unquote(atom);
        if name.contains("!val!") {
            Value::Element(name.into_owned())
        } else if is_taken(atom) || atom.starts_with(':') {
            Value::Other(atom.to_owned())
        } else {
            Value::Data(name.into_owned(), Vec::new())
        }
    }

    fn read_list(&mut self, whole: &'a Sexpr, items: &'a [Sexpr], depth: usize) -> Value {
        let Some((head, rest)) = items.split_first() else {
            return other(whole);
        };
        match (head.atom(), rest) {
            (Some("let"), [bindings, body]) => self.read_let(whole, bindings, body, depth),
            (Some("store"), [_, _, _]) => self.read_stores(whole, depth),
            (Some("lambda"), [variables, body]) => {
                let map = self.read_lambda(variables, body, depth);
                map.unwrap_or_else(|| other(whole))
            }
            (Some("-"), [operand]) => {
                let operand = self.read(operand, depth + 1);
                negated(&operand).unwrap_or_else(|| other(whole))
            }
            (Some("/"), [above, below]) => {
                let parts = (self.read(above, depth + 1), self.read(below, depth + 1));
                fraction(&parts.0, &parts.1).unwrap_or_else(|| other(whole))
            }
            (Some("_"), [name, width]) => bit_vector_literal(name, width).unwrap_or_else(|| other(whole)),
            (Some("as"), [name, _]) => match name.atom() {
                Some(name) => constructor_or_element(name),
                None => other(whole),
            },
            (Some(name), arguments) if !is_taken(name) => self.read_data(name, arguments, depth),
            (Some(_), _) => other(whole),
            (None, arguments) => self.read_qualified(whole, head, arguments, depth),
        }
    }

    /// `((as const S) v)` is a constant array, `((as C S) a b)` a constructor.
    fn read_qualified(&mut self, whole: &'a Sexpr, head: &'a Sexpr, arguments: &'a [Sexpr], depth: usize) -> Value {
        match (head.list(), arguments) {
            (Some([r#as, name, _]), _) if r#as.atom() == Some("as") => match (name.atom(), arguments) {
                (Some("const"), [value]) => {
                    Value::Map { entries: Vec::new(), default: Some(Box::new(self.read(value, depth + 1))) }
                }
                (Some(name), _) => self.read_data(name, arguments, depth),
                (None, _) => other(whole),
            },
            _ => other(whole),
        }
    }

    fn read_data(&mut self, name: &str, arguments: &'a [Sexpr], depth: usize) -> Value {
        let arguments = arguments.iter().map(|argument| self.read(argument, depth + 1));
        let arguments = arguments.collect();
        Value::Data(unquote(name).into_owned(), arguments)
    }

    /// `(let ((a A) (b B)) body)`: all right-hand sides are outside the scope of the names.
    fn read_let(&mut self, whole: &'a Sexpr, bindings: &'a Sexpr, body: &'a Sexpr, depth: usize) -> Value {
        let before = self.bound.len();
        let mut new = Vec::new();
        for binding in bindings.list().unwrap_or_default() {
            match binding.list() {
                Some([Sexpr::Atom(name), value]) => {
                    new.push((name.as_str(), self.read(value, depth + 1)));
                }
                _ => return other(whole),
            }
        }
        self.bound.append(&mut new);
        let value = self.read(body, depth + 1);
        self.bound.truncate(before);
        value
    }

    /// `(store (store base k1 v1) k2 v2)`: later stores win. Long chains are read in a loop.
    fn read_stores(&mut self, whole: &'a Sexpr, depth: usize) -> Value {
        let mut stores = Vec::new();
        let mut base = whole;
        while let Some([head, inner, key, value]) = base.list() {
            if head.atom() != Some("store") {
                break;
            }
            stores.push((key, value));
            base = inner;
        }
        let (mut entries, default) = match self.read(base, depth + 1) {
            Value::Map { entries, default } => (entries, default),
            // An array that is not written out: only the stores on top of it are known.
            Value::Data(..) | Value::Element(_) | Value::Other(_) => (Vec::new(), None),
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec { .. } => {
                return other(whole);
            }
        };
        for (key, value) in stores.into_iter().rev() {
            let key = self.read(key, depth + 1);
            let value = self.read(value, depth + 1);
            entries.retain(|(known, _)| *known != key);
            entries.push((key, value));
        }
        Value::Map { entries, default }
    }

    /// `(lambda ((x S)) (ite (= x k1) v1 (ite (= x k2) v2 v)))`: earlier cases win. None if
    /// the body is anything else.
    fn read_lambda(&mut self, variables: &'a Sexpr, body: &'a Sexpr, depth: usize) -> Option<Value> {
        let variables: Option<Vec<&str>> =
            variables.list()?.iter().map(|variable| variable.list()?.first()?.atom()).collect();
        let variables = variables?;
        let mut entries: Vec<(Value, Value)> = Vec::new();
        let mut rest = body;
        while let Some([head, condition, then, otherwise]) = rest.list() {
            if head.atom() != Some("ite") {
                break;
            }
            let key = self.read_point(&variables, condition, depth)?;
            let value = self.read_closed(&variables, then, depth)?;
            if entries.iter().all(|(known, _)| *known != key) {
                entries.push((key, value));
            }
            rest = otherwise;
        }
        let default = match self.read_point(&variables, rest, depth) {
            // The last case of a set: true at one more point, and false elsewhere.
            Some(key) => {
                if entries.iter().all(|(known, _)| *known != key) {
                    entries.push((key, Value::Bool(true)));
                }
                Value::Bool(false)
            }
            None => self.read_closed(&variables, rest, depth)?,
        };
        Some(Value::Map { entries, default: Some(Box::new(default)) })
    }

    /// The point at which a condition such as `(= x 3)` or `(and (= x 3) (= y 4))` holds.
    fn read_point(&mut self, variables: &[&str], condition: &'a Sexpr, depth: usize) -> Option<Value> {
        let (head, operands) = condition.list()?.split_first()?;
        let equations = match head.atom()? {
            "and" => operands,
            "=" => std::slice::from_ref(condition),
            _ => return None,
        };
        let mut coordinates: Vec<Option<Value>> = vec![None; variables.len()];
        for equation in equations {
            let [equals, a, b] = equation.list()? else {
                return None;
            };
            let position = |side: &Sexpr| {
                let name = side.atom()?;
                variables.iter().position(|variable| *variable == name)
            };
            let (at, side) = match (position(a), position(b)) {
                (Some(at), None) => (at, b),
                (None, Some(at)) => (at, a),
                (Some(_), Some(_)) | (None, None) => return None,
            };
            if equals.atom() != Some("=") || coordinates[at].is_some() {
                return None;
            }
            coordinates[at] = Some(self.read_closed(variables, side, depth)?);
        }
        let mut coordinates: Vec<Value> = coordinates.into_iter().collect::<Option<_>>()?;
        match coordinates.len() {
            1 => coordinates.pop(),
            _ => Some(Value::Data(String::new(), coordinates)),
        }
    }

    /// A value that does not depend on the variables of its lambda.
    fn read_closed(&mut self, variables: &[&str], expression: &'a Sexpr, depth: usize) -> Option<Value> {
        if mentions(expression, variables) {
            return None;
        }
        Some(self.read(expression, depth + 1))
    }
}

fn other(expression: &Sexpr) -> Value {
    Value::Other(expression.to_string())
}

fn mentions(expression: &Sexpr, names: &[&str]) -> bool {
    let mut work = vec![expression];
    while let Some(next) = work.pop() {
        match next {
            Sexpr::Atom(atom) if names.contains(&atom.as_str()) => return true,
            Sexpr::Atom(_) | Sexpr::String(_) => {}
            Sexpr::List(items) => work.extend(items),
        }
    }
    false
}

fn literal(atom: &str) -> Option<Value> {
    let bits = |digits: &str, radix, bits_per_digit: u32| {
        let width = u32::try_from(digits.len()).ok()?.checked_mul(bits_per_digit)?;
        let value = BigUint::parse_bytes(digits.as_bytes(), radix)?;
        Some(Value::BitVec { width, value })
    };
    match atom {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => {
            if let Some(digits) = atom.strip_prefix("#x") {
                return bits(digits, 16, 4);
            }
            if let Some(digits) = atom.strip_prefix("#b") {
                return bits(digits, 2, 1);
            }
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let magnitude = atom.strip_prefix('-').unwrap_or(atom);
            if is_number(magnitude) {
                return atom.parse().ok().map(Value::Int);
            }
            let (whole, decimals) = magnitude.split_once('.')?;
            (is_number(whole) && is_number(decimals)).then(|| Value::Real(atom.to_owned()))
        }
    }
}

/// `bv5 8` out of `(_ bv5 8)`.
fn bit_vector_literal(name: &Sexpr, width: &Sexpr) -> Option<Value> {
    let value = name.atom()?.strip_prefix("bv")?.parse().ok()?;
    let width = width.atom()?.parse().ok()?;
    Some(Value::BitVec { width, value })
}

/// The name in `(as name Sort)`. cvc5 writes the elements of a sort T as `(as @T_3 T)`.
fn constructor_or_element(name: &str) -> Value {
    let name = unquote(name);
    if name.starts_with('@') || name.contains("!val!") {
        Value::Element(name.into_owned())
    } else {
        Value::Data(name.into_owned(), Vec::new())
    }
}

fn negated(value: &Value) -> Option<Value> {
    match value {
        Value::Int(number) => Some(Value::Int(-number)),
        Value::Real(text) => Some(Value::Real(match text.strip_prefix('-') {
            Some(positive) => positive.to_owned(),
            None => format!("-{text}"),
        })),
        Value::Bool(_)
        | Value::BitVec { .. }
        | Value::Data(..)
        | Value::Map { .. }
        | Value::Element(_)
        | Value::Other(_) => None,
    }
}

fn fraction(above: &Value, below: &Value) -> Option<Value> {
    let whole = |value: &Value| match value {
        Value::Int(number) => Some(number.to_string()),
        Value::Real(text) => text.strip_suffix(".0").map(str::to_owned),
        Value::Bool(_)
        | Value::BitVec { .. }
        | Value::Data(..)
        | Value::Map { .. }
        | Value::Element(_)
        | Value::Other(_) => None,
    };
    Some(Value::Real(format!("{}/{}", whole(above)?, whole(below)?)))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(text) | Value::Other(text) => f.write_str(text),
            Value::BitVec { width, value } => write!(f, "{value}bv{width}"),
            Value::Data(name, arguments) => {
                write!(f, "{name}(")?;
                for (position, argument) in arguments.iter().enumerate() {
                    let comma = if position == 0 { "" } else { ", " };
                    write!(f, "{comma}{argument}")?;
                }
                f.write_str(")")
            }
            Value::Map { entries, default } => {
                f.write_str("[")?;
                for (position, (key, value)) in entries.iter().enumerate() {
                    let comma = if position == 0 { "" } else { ", " };
                    write!(f, "{comma}{key} := {value}")?;
                }
                if let Some(default) = default {
                    let comma = if entries.is_empty() { "" } else { ", " };
                    write!(f, "{comma}else {default}")?;
                }
                f.write_str("]")
            }
            Value::Element(name) => {
                let parts = name.split_once("!val!").or_else(|| name.strip_prefix('@')?.rsplit_once('_'));
                match parts {
                    Some((sort, number)) => write!(f, "{sort}#{number}"),
                    None => f.write_str(name),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::parse_one;

    fn read(text: &str) -> Value {
        Value::from_sexpr(&parse_one(text).unwrap())
    }

    #[test]
    fn values_as_text() {
        let cases = [
            ("true", "true"),
            ("5", "5"),
            ("(- 5)", "-5"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("2.0", "2.0"),
            ("(/ 1.0 3.0)", "1/3"),
            ("(- (/ 1.0 3.0))", "-1/3"),
            ("(/ (- 1.0) 3.0)", "-1/3"),
            ("(- 0.5)", "-0.5"),
            ("#x0f", "15bv8"),
            ("#b101", "5bv3"),
            ("(_ bv5 8)", "5bv8"),
            ("T!val!3", "T#3"),
            ("|my T!val!3|", "my T#3"),
            ("(as @T_3 T)", "T#3"),
            ("Nil", "Nil()"),
            ("(as Nil (List Int))", "Nil()"),
            ("(Cons 1 Nil)", "Cons(1, Nil())"),
            ("((as Cons (List Int)) (- 1) (as Nil (List Int)))", "Cons(-1, Nil())"),
            ("(|a b| %%and)", "a b(and())"),
            ("((as const (Array Int Int)) 0)", "[else 0]"),
            ("(store ((as const (Array Int Int)) 0) 3 7)", "[3 := 7, else 0]"),
            ("(store (store ((as const A) 0) 3 7) 3 8)", "[3 := 8, else 0]"),
            ("(store (_ as-array f) 3 7)", "[3 := 7]"),
            ("(_ as-array f)", "(_ as-array f)"),
            ("(lambda ((x Int)) (ite (= x 3) 7 (ite (= 4 x) 8 0)))", "[3 := 7, 4 := 8, else 0]"),
            ("(lambda ((x Int)) (ite (= x 3) 7 (ite (= x 3) 8 0)))", "[3 := 7, else 0]"),
            ("(lambda ((x Int)) (= x 3))", "[3 := true, else false]"),
            ("(lambda ((x Int) (y Int)) (ite (and (= y 2) (= x 1)) 7 0))", "[(1, 2) := 7, else 0]"),
            ("(lambda ((x Int)) (ite (> x 3) 7 0))", "(lambda ((x Int)) (ite (> x 3) 7 0))"),
            ("(lambda ((x Int)) (+ x 1))", "(lambda ((x Int)) (+ x 1))"),
            ("(lambda ((x Int)) 1)", "[else 1]"),
            ("(let ((a 1) (b 2)) (P a b a))", "P(1, 2, 1)"),
            ("(let ((a 1)) (let ((a 2) (b a)) (P a b)))", "P(2, 1)"),
            ("(P (let ((a 1)) a) a)", "P(1, a())"),
            ("(let ((a!1 (store ((as const A) 0) 1 2))) (store a!1 3 4))", "[1 := 2, 3 := 4, else 0]"),
            ("(root-obj (+ (^ x 2) (- 2)) 2)", "(root-obj (+ (^ x 2) (- 2)) 2)"),
            ("(fp #b0 #b10000 #b0000000000)", "(fp #b0 #b10000 #b0000000000)"),
            ("(P (seq.unit 3))", "P((seq.unit 3))"),
            ("\"text\"", "\"text\""),
            ("()", "()"),
        ];
        for (text, shown) in cases {
            assert_eq!(read(text).to_string(), shown, "{text}");
        }
    }

    #[test]
    fn structure() {
        let eight = BigUint::from(8u32);
        assert_eq!(
            read("(P #x08 T!val!0)"),
            Value::Data("P".into(), vec![Value::BitVec { width: 8, value: eight }, Value::Element("T!val!0".into())])
        );
    }

    #[test]
    fn long_chains_of_stores_are_read() {
        let mut text = "((as const A) 0)".to_owned();
        for n in 0..2000 {
            text = format!("(store {text} {n} 1)");
        }
        match read(&text) {
            Value::Map { entries, .. } => assert_eq!(entries.len(), 2000),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn values_that_are_too_deep_or_too_large_stay_text() {
        let deep = format!("{}Nil{}", "(S ".repeat(100_000), ")".repeat(100_000));
        assert_eq!(read(&deep), Value::Other(deep));
        let mut large = "a60".to_owned();
        for n in (1..=60).rev() {
            large = format!("(let ((a{n} (P a{m} a{m}))) {large})", m = n - 1);
        }
        let large = format!("(let ((a0 Nil)) {large})");
        assert_eq!(read(&large), Value::Other(large));
    }
}
