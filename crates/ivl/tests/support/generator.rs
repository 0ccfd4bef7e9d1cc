//! Small programs by chance, well typed, about a third of them right.
//!
//! Most statements come in groups that are right together (an assignment and what it establishes, a counting loop and
//! its invariants, a contract and the body that meets it); a little of what is written is then spoilt.
//!
//! *Classic* programs are for comparison with the oldest Boogie at hand. They have no datatypes and no measures, which
//! it does not know; no loops with two entries, which it refuses; no maps of two indices, which it does not take for
//! arrays; and no quantifiers, where verdicts depend on how long the solver keeps looking for instances.

mod bodies;
mod expressions;

use super::dice::Dice;
use super::syntax::{Clause, Procedure, Program, Type, Variable};

pub struct Generator {
    dice: Dice,
    /// In front of every name at the top level, so that many programs can stand in one file.
    prefix: String,
    classic: bool,
    globals: Vec<Variable>,
    signatures: Vec<Signature>,
    has_h: bool,
    has_unique: bool,
    labels: usize,
}

/// What callers need to know.
#[derive(Clone)]
struct Signature {
    name: String,
    ins: Vec<Variable>,
    outs: Vec<Variable>,
    requires: Vec<Bound>,
    /// As indices of the globals.
    modifies: Vec<usize>,
    has_body: bool,
}

/// `operand op limit`, where the operand is an in-parameter or a global.
#[derive(Clone)]
struct Bound {
    operand: Operand,
    op: &'static str,
    limit: i64,
    free: bool,
}

#[derive(Clone)]
enum Operand {
    In(usize),
    Global(usize),
}

impl Bound {
    fn text(&self, operand: &str) -> String {
        format!("{operand} {} {}", self.op, literal(self.limit))
    }
}

/// The program of a seed, and the name of its datatype.
pub fn generate(seed: u64, prefix: &str) -> (Program, String) {
    let mut dice = Dice::new(seed);
    let classic = dice.chance(50);
    let mut generator = Generator {
        dice,
        prefix: prefix.to_string(),
        classic,
        globals: Vec::new(),
        signatures: Vec::new(),
        has_h: false,
        has_unique: false,
        labels: 0,
    };
    let program = generator.program();
    (program, format!("{prefix}D"))
}

fn literal(value: i64) -> String {
    if value < 0 { format!("(-{})", -value) } else { value.to_string() }
}

impl Generator {
    fn program(&mut self) -> Program {
        let preamble = self.preamble();
        for number in 0..self.dice.below(4) {
            let ty = self.some_type();
            let name = format!("{}g{number}", self.prefix);
            let where_clause = self.where_clause(&name, ty, 20);
            self.globals.push(Variable { name, ty, where_clause });
        }
        let count = 1 + self.dice.below(3);
        for number in 0..count {
            let signature = self.signature(number);
            self.signatures.push(signature);
        }
        let mut procedures: Vec<Procedure> = (0..count).map(|number| self.procedure(number)).collect();
        if !self.classic && self.dice.chance(12) {
            procedures.push(self.recursive_procedure());
        }
        Program { classic: self.classic, preamble, globals: self.globals.clone(), procedures }
    }

    fn preamble(&mut self) -> Vec<String> {
        let prefix = self.prefix.clone();
        let operators = ["add", "sub", "mul", "and", "or", "xor", "shl"];
        let mut lines: Vec<String> = operators
            .iter()
            .map(|name| format!("function {{:bvbuiltin \"bv{name}\"}} {prefix}bv{name}(bv4, bv4): bv4;"))
            .collect();
        lines.push(format!("function {{:bvbuiltin \"bvnot\"}} {prefix}bvnot(bv4): bv4;"));
        lines.push(format!("function {{:bvbuiltin \"bvult\"}} {prefix}bvult(bv4, bv4): bool;"));
        lines.push(format!("function {{:bvbuiltin \"bvslt\"}} {prefix}bvslt(bv4, bv4): bool;"));
        lines.push(format!("const {prefix}c: int;"));
        lines.push(format!("function {prefix}f(k: int): int;"));
        lines.push(format!("const {prefix}ints: [int]int;"));
        lines.push(format!("const {prefix}set: [int]bool;"));
        if !self.classic {
            lines.push(format!("const {prefix}grid: [int, int]int;"));
        }
        if self.dice.chance(30) {
            lines.push(format!("axiom {prefix}c >= {};", literal(self.small())));
        }
        if self.dice.chance(30) {
            lines.push(format!("axiom {prefix}f({}) == {};", literal(self.small()), literal(self.small())));
        }
        if self.dice.chance(25) {
            self.has_h = true;
            let attribute = *self.dice.pick(&["", "{:inline} ", "{:inline} "]);
            lines.push(format!("function {attribute}{prefix}h(k: int): int {{ k + {} }}", literal(self.small())));
        }
        if self.dice.chance(15) {
            self.has_unique = true;
            lines.push(format!("type {prefix}T;"));
            lines.push(format!("const unique {prefix}u: {prefix}T;"));
            lines.push(format!("const unique {prefix}v: {prefix}T;"));
        }
        if !self.classic {
            lines.push(format!(
                "datatype {prefix}D {{ {prefix}Pair(fst: int, snd: bool), {prefix}One(fst: int), {prefix}Nil() }}"
            ));
        }
        lines
    }

    fn small(&mut self) -> i64 {
        self.dice.below(6) as i64 - 2
    }

    fn some_type(&mut self) -> Type {
        let all =
            [Type::Int, Type::Int, Type::Int, Type::Bool, Type::Ints, Type::Set, Type::Bits, Type::Data, Type::Data];
        let count = if self.classic { all.len() - 2 } else { all.len() };
        *self.dice.pick(&all[..count])
    }

    fn where_clause(&mut self, name: &str, ty: Type, percent: usize) -> Option<String> {
        if ty != Type::Int || !self.dice.chance(percent) {
            return None;
        }
        let op = *self.dice.pick(&[">=", ">=", "!=", "<"]);
        Some(format!("{name} {op} {}", literal(self.small())))
    }

    fn variables(&mut self, names: &[&str], most: usize, percent: usize) -> Vec<Variable> {
        let count = self.dice.below(most + 1);
        let variable = |name: &&str| {
            let ty = self.some_type();
            let where_clause = self.where_clause(name, ty, percent);
            Variable { name: name.to_string(), ty, where_clause }
        };
        names[..count].iter().map(variable).collect()
    }

    fn signature(&mut self, number: usize) -> Signature {
        let ins = self.variables(&["x", "y", "z"], 3, 8);
        let outs = self.variables(&["r", "t"], 2, 8);
        let mut modifies = Vec::new();
        for global in 0..self.globals.len() {
            if self.dice.chance(60) {
                modifies.push(global);
            }
        }
        let mut requires = Vec::new();
        let int_ins = (0..ins.len()).filter(|at| ins[*at].ty == Type::Int).map(Operand::In);
        let int_globals = (0..self.globals.len()).filter(|at| self.globals[*at].ty == Type::Int).map(Operand::Global);
        let operands: Vec<Operand> = int_ins.chain(int_globals).collect();
        for operand in operands {
            if self.dice.chance(25) {
                let op = *self.dice.pick(&[">=", "<=", ">", "==", "!="]);
                let (limit, free) = (self.small(), self.dice.chance(10));
                requires.push(Bound { operand, op, limit, free });
            }
        }
        let has_body = number == 0 || self.dice.chance(75);
        Signature { name: format!("{}P{number}", self.prefix), ins, outs, requires, modifies, has_body }
    }

    fn operand(&self, signature: &Signature, operand: &Operand) -> String {
        match operand {
            Operand::In(at) => signature.ins[*at].name.clone(),
            Operand::Global(at) => self.globals[*at].name.clone(),
        }
    }

    fn procedure(&mut self, number: usize) -> Procedure {
        let signature = self.signatures[number].clone();
        let requires = signature.requires.iter();
        let requires = requires
            .map(|bound| Clause { free: bound.free, text: bound.text(&self.operand(&signature, &bound.operand)) });
        let requires = requires.collect();
        let (ensures, last) = self.postconditions(&signature);
        let body = signature.has_body.then(|| self.body(&signature, number, last));
        let modifies = signature.modifies.iter().map(|at| self.globals[*at].name.clone()).collect();
        Procedure {
            name: signature.name,
            ins: signature.ins,
            outs: signature.outs,
            requires,
            ensures,
            modifies,
            measure: None,
            body,
        }
    }

    /// Postconditions, and the assignments at the end of the body that establish them.
    fn postconditions(&mut self, signature: &Signature) -> (Vec<Clause>, Vec<String>) {
        let (mut ensures, mut last) = (Vec::new(), Vec::new());
        let ins: Vec<(String, Type)> = signature.ins.iter().map(|each| (each.name.clone(), each.ty)).collect();
        let before: Vec<(String, Type)> =
            self.globals.iter().map(|global| (format!("old({})", global.name), global.ty)).collect();
        let scope: Vec<(String, Type)> = ins.into_iter().chain(before).collect();
        let modified = signature.modifies.iter().map(|at| self.globals[*at].clone());
        let targets: Vec<Variable> = signature.outs.iter().cloned().chain(modified).collect();
        for target in targets {
            if !self.dice.chance(55) {
                continue;
            }
            let depth = usize::from(self.dice.chance(65));
            let value = self.expression(target.ty, depth, if depth == 0 { &[] } else { &scope });
            let op = if target.ty == Type::Int { *self.dice.pick(&["==", "==", ">=", "<="]) } else { "==" };
            let text = self.perhaps_spoilt(format!("{} {op} {value}", target.name), 12);
            ensures.push(Clause { free: self.dice.chance(6), text });
            last.push(format!("{} := {value}", target.name));
        }
        for (at, global) in self.globals.clone().into_iter().enumerate() {
            if !signature.modifies.contains(&at) && self.dice.chance(15) {
                ensures.push(Clause { free: false, text: format!("{0} == old({0})", global.name) });
            }
        }
        if self.dice.chance(8) {
            let outs = signature.outs.iter().map(|out| (out.name.clone(), out.ty));
            let scope: Vec<(String, Type)> = scope.into_iter().chain(outs).collect();
            ensures.push(Clause { free: false, text: self.expression(Type::Bool, 2, &scope) });
        }
        (ensures, last)
    }

    /// Something a little different, so many times out of a hundred.
    fn perhaps_spoilt(&mut self, text: String, percent: usize) -> String {
        if !self.dice.chance(percent) {
            return text;
        }
        let changes = [
            (" <= ", " < "),
            (" < ", " <= "),
            (" == ", " >= "),
            (" == ", " != "),
            (" + ", " - "),
            (" 1", " 2"),
            (" 0", " 1"),
        ];
        let (from, to) = *self.dice.pick(&changes);
        // Not every type has an order.
        if to == " >= " && (text.contains("bv") || text.contains("if") || !text.contains(" + ")) {
            return text;
        }
        text.replacen(from, to, 1)
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}", self.labels)
    }
}
