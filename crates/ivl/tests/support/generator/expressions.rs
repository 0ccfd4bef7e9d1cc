//! Expressions over a scope of names and types.

use super::{Generator, literal};
use crate::support::syntax::Type;

pub type Scope = [(String, Type)];

impl Generator {
    pub(super) fn expression(&mut self, ty: Type, depth: usize, scope: &Scope) -> String {
        let names: Vec<&String> = scope.iter().filter(|(_, of)| *of == ty).map(|(name, _)| name).collect();
        let leaf = depth == 0 || self.dice.chance(30);
        if leaf && !names.is_empty() && self.dice.chance(75) {
            return (*self.dice.pick(&names)).clone();
        }
        match ty {
            Type::Int if leaf => self.int_leaf(),
            Type::Int => self.int_expression(depth, scope),
            Type::Bool if leaf => self.dice.pick(&["true", "false"]).to_string(),
            Type::Bool => self.bool_expression(depth, scope),
            Type::Ints | Type::Set | Type::Grid => self.map_expression(ty, depth, &names, scope),
            Type::Bits if leaf => format!("{}bv4", self.dice.below(16)),
            Type::Bits => self.bits_expression(depth, scope),
            Type::Data => self.data_expression(depth, scope),
        }
    }

    fn int_leaf(&mut self) -> String {
        match self.dice.below(12) {
            0 => format!("{}c", self.prefix),
            1 => {
                let argument = literal(self.small());
                format!("{}f({argument})", self.prefix)
            }
            _ => literal(self.small()),
        }
    }

    fn int_expression(&mut self, depth: usize, scope: &Scope) -> String {
        let mut part = |ty| self.expression(ty, depth - 1, scope);
        let (a, b) = (part(Type::Int), part(Type::Int));
        match self.dice.below(15) {
            0..=3 => format!("({a} + {b})"),
            4..=5 => format!("({a} - {b})"),
            6 => format!("({a} * {})", literal(self.small())),
            7 => {
                let condition = self.expression(Type::Bool, depth - 1, scope);
                format!("(if {condition} then {a} else {b})")
            }
            8..=9 => match self.some_map(Type::Ints, scope) {
                Some(map) => format!("{map}[{a}]"),
                None => a,
            },
            10 => {
                let op = *self.dice.pick(&["div", "mod"]);
                let divisor = *self.dice.pick(&[2, 3, 2, -2, 0]);
                format!("({a} {op} {})", literal(divisor))
            }
            11 if self.has_h => format!("{}h({a})", self.prefix),
            12 if !self.classic => {
                let data = self.expression(Type::Data, depth - 1, scope);
                format!("{data}->fst")
            }
            13 if !self.classic => match self.some_map(Type::Grid, scope) {
                Some(map) => format!("{map}[{a}, {b}]"),
                None => b,
            },
            _ => format!("{}f({a})", self.prefix),
        }
    }

    fn bool_expression(&mut self, depth: usize, scope: &Scope) -> String {
        let part = |generator: &mut Generator, ty| generator.expression(ty, depth - 1, scope);
        match self.dice.below(20) {
            0..=6 => {
                let op = *self.dice.pick(&["==", "!=", "<", "<=", ">", ">="]);
                let (a, b) = (part(self, Type::Int), part(self, Type::Int));
                format!("({a} {op} {b})")
            }
            7..=10 => {
                let op = *self.dice.pick(&["&&", "||", "==>", "<==>"]);
                let (a, b) = (part(self, Type::Bool), part(self, Type::Bool));
                format!("({a} {op} {b})")
            }
            11 => format!("(!{})", part(self, Type::Bool)),
            12..=13 => match self.some_map(Type::Set, scope) {
                Some(map) => format!("{map}[{}]", part(self, Type::Int)),
                None => part(self, Type::Bool),
            },
            14..=15 => {
                let types = [Type::Ints, Type::Set, Type::Bits, Type::Bool, Type::Grid];
                let ty = *self.dice.pick(if self.classic { &types[..4] } else { &types });
                let op = *self.dice.pick(&["==", "!="]);
                let (a, b) = (part(self, ty), part(self, ty));
                format!("({a} {op} {b})")
            }
            16 => {
                let op = *self.dice.pick(&["bvult", "bvslt"]);
                let (a, b) = (part(self, Type::Bits), part(self, Type::Bits));
                format!("{}{op}({a}, {b})", self.prefix)
            }
            17 if !self.classic => self.test_of_data(depth, scope),
            18 if !self.classic => self.quantifier(depth, scope),
            19 if self.has_unique => format!("({0}u != {0}v)", self.prefix),
            _ => part(self, Type::Bool),
        }
    }

    fn test_of_data(&mut self, depth: usize, scope: &Scope) -> String {
        let data = self.expression(Type::Data, depth - 1, scope);
        match self.dice.below(4) {
            0 => format!("({data} == {})", self.expression(Type::Data, depth - 1, scope)),
            1 => format!("{data}->snd"),
            _ => {
                let constructor = *self.dice.pick(&["Pair", "One", "Nil"]);
                format!("({data} is {}{constructor})", self.prefix)
            }
        }
    }

    fn quantifier(&mut self, depth: usize, scope: &Scope) -> String {
        let mut inner = scope.to_vec();
        let name = format!("k{depth}");
        inner.push((name.clone(), Type::Int));
        let body = self.expression(Type::Bool, depth - 1, &inner);
        let (low, high) = (self.small(), self.small());
        let bounds = format!("{} <= {name} && {name} < {}", literal(low), literal(high));
        match self.dice.chance(70) {
            true => format!("(forall {name}: int :: {bounds} ==> {body})"),
            false => format!("(exists {name}: int :: {bounds} && {body})"),
        }
    }

    /// The name of some map; selecting from it needs no parentheses.
    fn some_map(&mut self, ty: Type, scope: &Scope) -> Option<String> {
        let maps: Vec<&String> = scope.iter().filter(|(_, of)| *of == ty).map(|(name, _)| name).collect();
        if maps.is_empty() { None } else { Some((*self.dice.pick(&maps)).clone()) }
    }

    /// A map in scope, or else a constant of the preamble, perhaps updated.
    fn map_expression(&mut self, ty: Type, depth: usize, names: &[&String], scope: &Scope) -> String {
        let base = if names.is_empty() {
            let name = match ty {
                Type::Ints => "ints",
                Type::Grid => "grid",
                _ => "set",
            };
            format!("{}{name}", self.prefix)
        } else {
            (*self.dice.pick(names)).clone()
        };
        if depth == 0 || self.dice.chance(30) {
            return base;
        }
        let element = if ty == Type::Set { Type::Bool } else { Type::Int };
        let (key, value) = (self.expression(Type::Int, depth - 1, scope), self.expression(element, depth - 1, scope));
        let second = if ty == Type::Grid { format!(", {}", literal(self.small())) } else { String::new() };
        format!("{base}[{key}{second} := {value}]")
    }

    fn bits_expression(&mut self, depth: usize, scope: &Scope) -> String {
        let mut part = || self.expression(Type::Bits, depth - 1, scope);
        let (a, b) = (part(), part());
        match self.dice.below(9) {
            0 => format!("{}bvnot({a})", self.prefix),
            1 => {
                let at = 1 + self.dice.below(3);
                format!("({a}[4:{at}] ++ {b}[{at}:0])")
            }
            _ => {
                let op = *self.dice.pick(&["add", "sub", "mul", "and", "or", "xor", "shl"]);
                format!("{}bv{op}({a}, {b})", self.prefix)
            }
        }
    }

    fn data_expression(&mut self, depth: usize, scope: &Scope) -> String {
        let deeper = depth.saturating_sub(1);
        match self.dice.below(5) {
            0 => format!("{}Nil()", self.prefix),
            1 if depth > 0 => {
                let (data, value) =
                    (self.expression(Type::Data, deeper, scope), self.expression(Type::Int, deeper, scope));
                format!("{data}->(fst := {value})")
            }
            2 => {
                let value = self.expression(Type::Int, deeper, scope);
                format!("{}One({value})", self.prefix)
            }
            _ => {
                let (a, b) = (self.expression(Type::Int, deeper, scope), self.expression(Type::Bool, deeper, scope));
                format!("{}Pair({a}, {b})", self.prefix)
            }
        }
    }

    /// A condition that always holds.
    pub(super) fn truth(&mut self, scope: &Scope) -> String {
        let (a, b, v) = (
            self.expression(Type::Int, 1, scope),
            self.expression(Type::Int, 1, scope),
            self.expression(Type::Int, 1, scope),
        );
        match self.dice.below(9) {
            0 => format!("{a} <= {b} || {b} <= {a}"),
            1 => format!("{a} < {a} + 1"),
            2 => format!("{a} - {a} == 0"),
            3 => {
                let map = self.expression(Type::Ints, 0, scope);
                format!("{map}[{a} := {v}][{a}] == {v}")
            }
            4 => {
                let map = self.expression(Type::Ints, 0, scope);
                format!("{a} == {b} || {map}[{a} := {v}][{b}] == {map}[{b}]")
            }
            5 => {
                let bits = self.expression(Type::Bits, 1, scope);
                format!("{0}bvxor({bits}, {bits}) == 0bv4", self.prefix)
            }
            6 => format!("{a} == 2 * ({a} div 2) + {a} mod 2"),
            7 => {
                let p = self.expression(Type::Bool, 1, scope);
                format!("({p} ==> {p})")
            }
            _ => format!("{a} == {b} ==> {0}f({a}) == {0}f({b})", self.prefix),
        }
    }
}
