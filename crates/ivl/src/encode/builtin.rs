//! Functions that are operators of the solver.

use super::Gap;
use super::expr::Encoder;
use crate::typed::{Expr, Function, Type};
use smt::TermId;
use source::Span;

/// A call of `{:builtin "name"}` or `{:bvbuiltin "name"}`.
pub fn apply(encoder: &mut Encoder, function: &Function, name: &str, args: &[Expr], span: Span) -> Result<TermId, Gap> {
    let head = head(encoder, function, name, span)?;
    let args: Result<Vec<TermId>, Gap> = args.iter().map(|arg| encoder.expr(arg)).collect();
    Ok(encoder.terms.app(&head, &args?))
}

/// The operator's text: map combinators at their sorts, indexed operators in the form of SMT-LIB, anything else as is.
fn head(encoder: &mut Encoder, function: &Function, name: &str, span: Span) -> Result<String, Gap> {
    let pointwise = |operator: &str, sorts: &str, result: &str| format!("(_ map ({operator} ({sorts}) {result}))");
    Ok(match name {
        "MapConst" => format!("(as const {})", encoder.sort(&function.result, span)?),
        "MapAdd" => pointwise("+", "Int Int", "Int"),
        "MapSub" => pointwise("-", "Int Int", "Int"),
        "MapMul" => pointwise("*", "Int Int", "Int"),
        "MapDiv" => pointwise("div", "Int Int", "Int"),
        "MapMod" => pointwise("mod", "Int Int", "Int"),
        "MapGt" => pointwise(">", "Int Int", "Bool"),
        "MapGe" => pointwise(">=", "Int Int", "Bool"),
        "MapLt" => pointwise("<", "Int Int", "Bool"),
        "MapLe" => pointwise("<=", "Int Int", "Bool"),
        "MapOr" => "(_ map or)".into(),
        "MapAnd" => "(_ map and)".into(),
        "MapNot" => "(_ map not)".into(),
        "MapImp" => "(_ map =>)".into(),
        "MapIff" => pointwise("=", "Bool Bool", "Bool"),
        "MapEq" => {
            let operand = function.params.first().map(|param| &param.ty);
            let sort = range_sort(encoder, operand, span)?;
            pointwise("=", &format!("{sort} {sort}"), "Bool")
        }
        "MapIte" => {
            let sort = range_sort(encoder, Some(&function.result), span)?;
            pointwise("ite", &format!("Bool {sort} {sort}"), &sort)
        }
        "seq.empty" => format!("(as seq.empty {})", encoder.sort(&function.result, span)?),
        indexed if indexed.starts_with("sign_extend ") || indexed.starts_with("zero_extend ") => {
            let operator = format!("(_ {indexed})");
            if !is_operator(&operator) {
                return Err(Gap::new(format!("solver operators such as `{indexed}`"), span));
            }
            operator
        }
        other if is_operator(other) => other.into(),
        other => return Err(Gap::new(format!("solver operators such as `{other}`"), span)),
    })
}

/// A symbol, or an indexed or qualified identifier, with words such as a rounding mode after it: nothing that could end
/// the command it is put into.
pub fn is_operator(text: &str) -> bool {
    if text.contains([';', '"', '\n', '\r']) {
        return false;
    }
    let Ok(parts) = smt::parse_all(text) else { return false };
    let Some((operator, words)) = parts.split_first() else { return false };
    let is_identifier = match operator {
        smt::Sexpr::Atom(_) => true,
        smt::Sexpr::List(parts) => {
            matches!(parts.first(), Some(smt::Sexpr::Atom(word)) if word == "_" || word == "as")
        }
        smt::Sexpr::String(_) => false,
    };
    is_identifier && words.iter().all(|word| matches!(word, smt::Sexpr::Atom(_)))
}

fn range_sort(encoder: &mut Encoder, map: Option<&Type>, span: Span) -> Result<String, Gap> {
    match map {
        Some(Type::Map(map)) => Ok(encoder.sort(&map.range, span)?.to_string()),
        _ => Err(Gap::new("a map combinator on something that is not a map", span)),
    }
}
