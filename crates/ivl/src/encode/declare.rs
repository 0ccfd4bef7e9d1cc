//! Declarations and axioms as solver text.

use super::choose::mentioned;
use super::names::{const_name, function_name};
use super::sort::{sort, sort_name};
use super::{Encoder, Gap, Prelude, Symbols, datatypes};
use crate::typed::{Axiom, Expr, ExprKind, FunctionId, Meaning, Program, QuantifierKind, Type};
use smt::write_term;
use std::collections::BTreeSet;
use std::fmt::Write;

pub struct EncodedAxiom {
    pub text: String,
    pub used: Symbols,
    /// What each trigger of the outermost quantifier mentions.
    pub triggers: Vec<Symbols>,
}

pub struct Declaration {
    pub text: String,
    pub used: Symbols,
}

/// The declarations of what is reached, then the axioms, all in the order of the program.
pub fn text(prelude: &Prelude, reached: &Symbols, axioms: &BTreeSet<usize>) -> Result<String, Gap> {
    let mut text = String::new();
    write_types(prelude.program, reached, &mut text)?;
    write_consts(prelude.program, reached, &mut text)?;
    if reached.power {
        text.push_str("(declare-fun power%real (Real Real) Real)\n");
    }
    for id in definition_order(prelude, reached) {
        text.push_str(&prelude.function(id)?.text);
    }
    for index in axioms {
        let _ = writeln!(text, "(assert {})", prelude.axiom(*index)?.text);
    }
    Ok(text)
}

/// Functions by id, except that a definition comes after what it mentions.
fn definition_order(prelude: &Prelude, reached: &Symbols) -> Vec<FunctionId> {
    fn visit(prelude: &Prelude, id: FunctionId, done: &mut BTreeSet<FunctionId>, order: &mut Vec<FunctionId>) {
        if !done.insert(id) {
            return;
        }
        if let Ok(declaration) = prelude.function(id) {
            declaration.used.functions.iter().for_each(|used| visit(prelude, *used, done, order));
        }
        order.push(id);
    }
    let (mut done, mut order) = (BTreeSet::new(), Vec::new());
    reached.functions.iter().for_each(|id| visit(prelude, *id, &mut done, &mut order));
    order
}

fn write_types(program: &Program, reached: &Symbols, text: &mut String) -> Result<(), Gap> {
    let mut datatypes = BTreeSet::new();
    for ty in &reached.types {
        match ty {
            Type::Data(id, _) => {
                datatypes.insert(*id);
            }
            Type::Ctor(..) => {
                let _ = writeln!(text, "(declare-sort {} 0)", sort_name(program, ty));
            }
            Type::Bool
            | Type::Int
            | Type::Real
            | Type::Bv(_)
            | Type::Float { .. }
            | Type::RoundingMode
            | Type::String
            | Type::RegEx
            | Type::Map(_)
            | Type::Var(_)
            | Type::MapParam { .. } => unreachable!("only declared types are reached"),
        }
    }
    text.push_str(&datatypes::declarations(program, &datatypes)?);
    Ok(())
}

fn write_consts(program: &Program, reached: &Symbols, text: &mut String) -> Result<(), Gap> {
    // Unique constants of one type differ from each other.
    let mut unique: Vec<(&Type, Vec<String>)> = Vec::new();
    for id in &reached.consts {
        let declaration = &program.consts[id.index()];
        let name = const_name(program, *id);
        let sort = sort(program, &declaration.ty, &mut Symbols::default(), declaration.span)?;
        let _ = writeln!(text, "(declare-const {name} {sort})");
        if declaration.unique {
            match unique.iter_mut().find(|(ty, _)| **ty == declaration.ty) {
                Some((_, names)) => names.push(name),
                None => unique.push((&declaration.ty, vec![name])),
            }
        }
    }
    for (_, names) in unique.iter().filter(|(_, names)| names.len() > 1) {
        let _ = writeln!(text, "(assert (distinct {}))", names.join(" "));
    }
    Ok(())
}

pub fn encode_axiom(program: &Program, axiom: &Axiom) -> Result<EncodedAxiom, Gap> {
    let mut encoder = Encoder::new(program);
    let term = encoder.expr(&axiom.expr)?;
    let mut text = String::new();
    write_term(&encoder.terms, term, &mut text);
    Ok(EncodedAxiom { text, used: encoder.used, triggers: trigger_symbols(program, &axiom.expr) })
}

/// What each trigger of an outermost universal quantifier mentions; nothing if it has no trigger.
fn trigger_symbols(program: &Program, expr: &Expr) -> Vec<Symbols> {
    let ExprKind::Quantifier(quantifier) = expr.kind() else { return Vec::new() };
    match quantifier.kind {
        QuantifierKind::Forall => quantifier.triggers.iter().map(|trigger| mentioned(program, trigger)).collect(),
        QuantifierKind::Exists | QuantifierKind::Lambda => Vec::new(),
    }
}

pub fn declare_function(program: &Program, id: FunctionId) -> Result<Declaration, Gap> {
    let function = &program.functions[id.index()];
    let name = function_name(program, id);
    let mut encoder = Encoder::new(program);
    match &function.meaning {
        Meaning::Define(body) => {
            let params = encoder.bind(&function.params, function.span)?;
            let result = encoder.sort(&function.result, function.span)?;
            let term = encoder.expr(body)?;
            let params: Vec<String> = params.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
            let mut text = format!("(define-fun {name} ({}) {result} ", params.join(" "));
            write_term(&encoder.terms, term, &mut text);
            text.push_str(")\n");
            Ok(Declaration { text, used: encoder.used })
        }
        Meaning::Uninterpreted | Meaning::Inline(_) | Meaning::Builtin(_) => {
            let params: Result<Vec<String>, Gap> =
                function.params.iter().map(|param| Ok(encoder.sort(&param.ty, function.span)?.to_string())).collect();
            let result = encoder.sort(&function.result, function.span)?;
            let text = format!("(declare-fun {name} ({}) {result})\n", params?.join(" "));
            Ok(Declaration { text, used: encoder.used })
        }
    }
}
