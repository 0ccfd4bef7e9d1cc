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
                return Err(Gap::new(format!("the solver operator `{indexed}` is not supported"), span));
            }
            operator
        }
        other if is_operator(other) => other.into(),
        other => return Err(Gap::new(format!("the solver operator `{other}` is not supported"), span)),
    })
}

/// Words with a syntax of their own. They are no operators.
const RESERVED: [&str; 9] = ["_", "as", "choice", "exists", "forall", "lambda", "let", "match", "par"];

/// A symbol, or an indexed or qualified identifier, with words such as a rounding mode after it: nothing that could end
/// the command it is put into, and no name that a query gives to something of its own.
pub fn is_operator(text: &str) -> bool {
    if text.contains([';', '"', '\n', '\r']) {
        return false;
    }
    let Ok(parts) = smt::parse_all(text) else { return false };
    let Some((operator, words)) = parts.split_first() else { return false };
    let is_identifier = match operator {
        smt::Sexpr::Atom(word) => is_word(word),
        smt::Sexpr::List(parts) => match parts.split_first() {
            Some((smt::Sexpr::Atom(kind), parts)) if kind == "_" || kind == "as" => are_words(parts),
            _ => false,
        },
        smt::Sexpr::String(_) => false,
    };
    is_identifier && words.iter().all(|word| word.atom().is_some_and(is_word))
}

/// Whether all atoms of the expressions are words.
fn are_words(parts: &[smt::Sexpr]) -> bool {
    let mut work: Vec<&smt::Sexpr> = parts.iter().collect();
    while let Some(part) = work.pop() {
        match part {
            smt::Sexpr::Atom(word) if is_word(word) => {}
            smt::Sexpr::List(parts) => work.extend(parts),
            smt::Sexpr::Atom(_) | smt::Sexpr::String(_) => return false,
        }
    }
    true
}

/// Whether the solver may know the word as a name of its own. The names of a query have a `%`, `@`, `!` or `?`, or bars.
fn is_word(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._+-*/<>=^~#".contains(c);
    word.chars().all(plain) && !RESERVED.contains(&word)
}

fn range_sort(encoder: &mut Encoder, map: Option<&Type>, span: Span) -> Result<String, Gap> {
    let Some(Type::Map(map)) = map else {
        return Err(Gap::new("a map combinator is supported on maps only", span));
    };
    Ok(encoder.sort(&map.range, span)?.to_string())
}

#[cfg(test)]
mod tests {
    use super::is_operator;

    #[test]
    fn operators_of_the_solver() {
        for text in ["bvadd", "<=", "=>", "fp.add RNE", "(_ map or)", "(_ map (+ (Int Int) Int))", "seq.++", "re.*"] {
            assert!(is_operator(text), "{text}");
        }
        for text in ["(_ sign_extend 8)", "(as const (Array Int Int))", "(_ to_fp 8 24) RNE", "int.pow2", "str.<"] {
            assert!(is_operator(text), "{text}");
        }
    }

    #[test]
    fn text_that_leaves_its_command() {
        for text in
            ["", " ", "(", ")", "or)", "or) (exit", "(bvadd", "bvadd ; x", "or\n", "\"or\"", "|or", "(_ map or))"]
        {
            assert!(!is_operator(text), "{text}");
        }
    }

    #[test]
    fn names_of_the_query_and_words_of_the_syntax() {
        for text in ["at!0", "wrong!0", "x@0", "f%g", "|or|", "?x", "+ x@0", "(_ f%g 1)", "(as const t%T)", "!"] {
            assert!(!is_operator(text), "{text}");
        }
        for text in ["_", "as", "let", "forall", "lambda", "(+ 1)", "((_ map or) true)", "(_ map (let x))"] {
            assert!(!is_operator(text), "{text}");
        }
    }
}
