//! Generated programs: a tree that can be printed as Boogie text and cut down.
//!
//! Expressions are text, because nothing here looks into them. A tree whose parts no longer fit together (a variable
//! that lost its declaration) prints as a program that does not typecheck, and is not a program for the tests.

use std::fmt::Write;

#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Whether the oldest Boogie reads it.
    pub classic: bool,
    /// Types, functions, constants, axioms.
    pub preamble: Vec<String>,
    pub globals: Vec<Variable>,
    pub procedures: Vec<Procedure>,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    pub where_clause: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Int,
    Bool,
    /// `[int]int`
    Ints,
    /// `[int]bool`
    Set,
    /// `[int, int]int`
    Grid,
    /// `bv4`
    Bits,
    /// The datatype of the preamble.
    Data,
}

#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: String,
    pub ins: Vec<Variable>,
    pub outs: Vec<Variable>,
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    pub modifies: Vec<String>,
    pub measure: Option<String>,
    pub body: Option<Body>,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub free: bool,
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct Body {
    pub locals: Vec<Variable>,
    pub stmts: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    /// Without its semicolon.
    Simple(String),
    If {
        guard: String,
        then_branch: Vec<Stmt>,
        else_branch: Vec<Stmt>,
    },
    /// With a label for `break`.
    While {
        label: Option<String>,
        guard: String,
        invariants: Vec<Clause>,
        measure: Option<String>,
        body: Vec<Stmt>,
    },
    /// `goto` one of the branches, and on from their ends; perhaps past all of them.
    Choice {
        label: String,
        may_skip: bool,
        branches: Vec<Vec<Stmt>>,
    },
    /// Blocks with jumps between them; the number of blocks stands for the end.
    Web {
        label: String,
        blocks: Vec<(Vec<Stmt>, Vec<usize>)>,
    },
    /// A loop of labels and gotos, perhaps with a second entry.
    GotoLoop {
        label: String,
        two_entries: bool,
        invariants: Vec<String>,
        guard: String,
        body: Vec<Stmt>,
    },
}

impl Type {
    pub fn text(self, data: &str) -> &str {
        match self {
            Type::Int => "int",
            Type::Bool => "bool",
            Type::Ints => "[int]int",
            Type::Set => "[int]bool",
            Type::Grid => "[int, int]int",
            Type::Bits => "bv4",
            Type::Data => data,
        }
    }
}

impl Program {
    /// `data` is the name of the datatype.
    pub fn text(&self, data: &str) -> String {
        let mut out = String::new();
        for line in &self.preamble {
            let _ = writeln!(out, "{line}");
        }
        for global in &self.globals {
            let _ = writeln!(out, "var {};", variable(global, data));
        }
        for procedure in &self.procedures {
            procedure.write(&mut out, data);
        }
        out
    }
}

fn variable(variable: &Variable, data: &str) -> String {
    let clause = variable.where_clause.as_ref().map_or(String::new(), |clause| format!(" where {clause}"));
    format!("{}: {}{clause}", variable.name, variable.ty.text(data))
}

impl Procedure {
    fn write(&self, out: &mut String, data: &str) {
        let list = |variables: &[Variable]| -> String {
            let texts: Vec<String> = variables.iter().map(|each| variable(each, data)).collect();
            texts.join(", ")
        };
        let semicolon = if self.body.is_none() { ";" } else { "" };
        let _ = writeln!(out, "procedure {}({}) returns ({}){semicolon}", self.name, list(&self.ins), list(&self.outs));
        for clause in &self.requires {
            let _ = writeln!(out, "  {}requires {};", free(clause), clause.text);
        }
        if !self.modifies.is_empty() {
            let _ = writeln!(out, "  modifies {};", self.modifies.join(", "));
        }
        for clause in &self.ensures {
            let _ = writeln!(out, "  {}ensures {};", free(clause), clause.text);
        }
        if let Some(measure) = &self.measure {
            let _ = writeln!(out, "  measure {measure};");
        }
        if let Some(body) = &self.body {
            let _ = writeln!(out, "{{");
            for local in &body.locals {
                let _ = writeln!(out, "  var {};", variable(local, data));
            }
            write_stmts(&body.stmts, 1, out);
            let _ = writeln!(out, "}}");
        }
    }
}

fn free(clause: &Clause) -> &'static str {
    if clause.free { "free " } else { "" }
}

fn write_stmts(stmts: &[Stmt], depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    for stmt in stmts {
        match stmt {
            Stmt::Simple(text) => {
                let _ = writeln!(out, "{pad}{text};");
            }
            Stmt::If { guard, then_branch, else_branch } => {
                let _ = writeln!(out, "{pad}if ({guard}) {{");
                write_stmts(then_branch, depth + 1, out);
                if !else_branch.is_empty() {
                    let _ = writeln!(out, "{pad}}} else {{");
                    write_stmts(else_branch, depth + 1, out);
                }
                let _ = writeln!(out, "{pad}}}");
            }
            Stmt::While { label, guard, invariants, measure, body } => {
                if let Some(label) = label {
                    let _ = writeln!(out, "{pad}{label}:");
                }
                let _ = writeln!(out, "{pad}while ({guard})");
                for clause in invariants {
                    let _ = writeln!(out, "{pad}  {}invariant {};", free(clause), clause.text);
                }
                if let Some(measure) = measure {
                    let _ = writeln!(out, "{pad}  measure {measure};");
                }
                let _ = writeln!(out, "{pad}{{");
                write_stmts(body, depth + 1, out);
                let _ = writeln!(out, "{pad}}}");
            }
            Stmt::Choice { label, may_skip, branches } => {
                let labels: Vec<String> = (0..branches.len()).map(|at| format!("{label}_{at}")).collect();
                let past = if *may_skip { format!(", {label}_end") } else { String::new() };
                let _ = writeln!(out, "{pad}goto {}{past};", labels.join(", "));
                for (name, branch) in labels.iter().zip(branches) {
                    let _ = writeln!(out, "{pad}{name}:");
                    write_stmts(branch, depth, out);
                    let _ = writeln!(out, "{pad}goto {label}_end;");
                }
                let _ = writeln!(out, "{pad}{label}_end:");
            }
            Stmt::Web { label, blocks } => {
                for (at, (stmts, targets)) in blocks.iter().enumerate() {
                    let _ = writeln!(out, "{pad}{label}_{at}:");
                    write_stmts(stmts, depth, out);
                    let targets: Vec<String> = targets.iter().map(|to| format!("{label}_{to}")).collect();
                    let _ = writeln!(out, "{pad}goto {};", targets.join(", "));
                }
                let _ = writeln!(out, "{pad}{label}_{}:", blocks.len());
            }
            Stmt::GotoLoop { label, two_entries, invariants, guard, body } => {
                if *two_entries {
                    let _ = writeln!(out, "{pad}goto {label}_head, {label}_body;");
                }
                let _ = writeln!(out, "{pad}{label}_head:");
                for invariant in invariants {
                    let _ = writeln!(out, "{pad}assert {invariant};");
                }
                let _ = writeln!(out, "{pad}goto {label}_body, {label}_done;");
                let _ = writeln!(out, "{pad}{label}_body:\n{pad}assume {guard};");
                write_stmts(body, depth, out);
                let _ = writeln!(out, "{pad}goto {label}_head;");
                let _ = writeln!(out, "{pad}{label}_done:\n{pad}assume !{guard};");
            }
        }
    }
}
