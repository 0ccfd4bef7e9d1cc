//! Functions that are operators of the solver.

use super::Gap;
use super::expr::Encoder;
use super::signature::{has_indexed_signature, has_signature, numerals, sort_of};
use crate::typed::{Expr, Function};
use smt::{Sexpr, Sort, TermId};
use source::Span;

/// A call of `{:builtin "name"}` or `{:bvbuiltin "name"}`.
pub fn apply(encoder: &mut Encoder, function: &Function, name: &str, args: &[Expr], span: Span) -> Result<TermId, Gap> {
    let params: Result<Vec<Sort>, Gap> = function.params.iter().map(|param| encoder.sort(&param.ty, span)).collect();
    let (params, result) = (params?, encoder.sort(&function.result, span)?);
    let Some(head) = operator(name, &params, &result) else {
        let params: Vec<String> = params.iter().map(Sort::to_string).collect();
        let signature =
            if params.is_empty() { result.to_string() } else { format!("{} → {result}", params.join(" ")) };
        let message = format!("the solver operator `{name}` is not supported at the sorts {signature}");
        return Err(Gap::new(message, span));
    };
    let args: Result<Vec<TermId>, Gap> = args.iter().map(|arg| encoder.expr(arg)).collect();
    Ok(encoder.terms.app(&head, &args?))
}

/// The text of the operator at these sorts; none if there is no such operator. Nothing of the author's text gets to the
/// solver but names that the table of signatures has, and numbers.
fn operator(text: &str, params: &[Sort], result: &Sort) -> Option<String> {
    if let Some(pointwise) = combinator(text) {
        return map(pointwise, params, result);
    }
    let parts = smt::parse_all(text).ok()?;
    let (first, rest) = parts.split_first()?;
    // Boogie writes some indices without parentheses.
    if let (Some("sign_extend" | "zero_extend"), [_, ..]) = (first.atom(), rest) {
        return indexed(&parts, &[], params, result);
    }
    // Rounding modes are the only arguments that the text itself may have.
    let modes: Option<Vec<&str>> = rest.iter().map(rounding_mode).collect();
    let modes = modes?;
    match first {
        Sexpr::Atom(name) => {
            let head = match name.as_str() {
                "MapConst" => "const",
                // It is nothing without its sort.
                "const" => return None,
                other => other,
            };
            let is_one = has_signature(head, &with_modes(&modes, params), result);
            is_one.then(|| match head {
                "const" | "seq.empty" => format!("(as {head} {result})"),
                head => words(head, &modes),
            })
        }
        Sexpr::List(parts) => match parts.split_first()? {
            (Sexpr::Atom(kind), [Sexpr::Atom(word), operator]) if kind == "_" && word == "map" && modes.is_empty() => {
                map_of(operator, params, result)
            }
            (Sexpr::Atom(kind), parts) if kind == "_" => indexed(parts, &modes, params, result),
            (Sexpr::Atom(kind), [Sexpr::Atom(name), sort]) if kind == "as" && modes.is_empty() => {
                let is_one = matches!(name.as_str(), "const" | "seq.empty") && sort_of(sort)? == *result;
                (is_one && has_signature(name, params, result)).then(|| format!("(as {name} {result})"))
            }
            _ => None,
        },
        Sexpr::String(_) => None,
    }
}

/// `(_ name index …) mode …`
fn indexed(parts: &[Sexpr], modes: &[&str], params: &[Sort], result: &Sort) -> Option<String> {
    let (name, indices) = parts.split_first()?;
    let (name, indices) = (name.atom()?, numerals(indices)?);
    has_indexed_signature(name, &indices, &with_modes(modes, params), result).then(|| {
        let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
        words(&format!("(_ {name} {})", indices.join(" ")), modes)
    })
}

/// `(_ map op)`, or `(_ map (op (sort …) sort))`. Without sorts, only where the operator has one signature.
fn map_of(operator: &Sexpr, params: &[Sort], result: &Sort) -> Option<String> {
    match operator {
        Sexpr::Atom(name) if matches!(name.as_str(), "and" | "or" | "xor" | "not" | "=>") => map(name, params, result),
        Sexpr::List(parts) => match parts.as_slice() {
            [Sexpr::Atom(name), Sexpr::List(from), to] => {
                let from: Option<Vec<Sort>> = from.iter().map(sort_of).collect();
                let (elements, element) = pointwise(params, result)?;
                (from? == elements && sort_of(to)? == element).then(|| map(name, params, result)).flatten()
            }
            _ => None,
        },
        Sexpr::Atom(_) | Sexpr::String(_) => None,
    }
}

/// The operator that Boogie's combinator applies at each index.
fn combinator(name: &str) -> Option<&'static str> {
    Some(match name {
        "MapAdd" => "+",
        "MapSub" => "-",
        "MapMul" => "*",
        "MapDiv" => "div",
        "MapMod" => "mod",
        "MapGt" => ">",
        "MapGe" => ">=",
        "MapLt" => "<",
        "MapLe" => "<=",
        "MapOr" => "or",
        "MapAnd" => "and",
        "MapNot" => "not",
        "MapImp" => "=>",
        "MapIff" | "MapEq" => "=",
        "MapIte" => "ite",
        _ => return None,
    })
}

/// The operator at each index of maps that have the same indices.
fn map(operator: &str, params: &[Sort], result: &Sort) -> Option<String> {
    let (elements, element) = pointwise(params, result)?;
    has_signature(operator, &elements, &element).then(|| {
        let elements: Vec<String> = elements.iter().map(Sort::to_string).collect();
        match operator {
            "and" | "or" | "xor" | "not" | "=>" => format!("(_ map {operator})"),
            operator => format!("(_ map ({operator} ({}) {element}))", elements.join(" ")),
        }
    })
}

/// The sorts of the elements, if all are arrays with the same sort of index.
fn pointwise(params: &[Sort], result: &Sort) -> Option<(Vec<Sort>, Sort)> {
    let Sort::Array(index, element) = result else { return None };
    let of = |sort: &Sort| match sort {
        Sort::Array(same, element) if same == index => Some(element.as_ref().clone()),
        _ => None,
    };
    let elements: Option<Vec<Sort>> = params.iter().map(of).collect();
    Some((elements.filter(|elements| !elements.is_empty())?, element.as_ref().clone()))
}

fn rounding_mode(text: &Sexpr) -> Option<&str> {
    text.atom().filter(|mode| has_signature(mode, &[], &Sort::RoundingMode))
}

fn with_modes(modes: &[&str], params: &[Sort]) -> Vec<Sort> {
    modes.iter().map(|_| Sort::RoundingMode).chain(params.iter().cloned()).collect()
}

fn words(head: &str, modes: &[&str]) -> String {
    [head].iter().chain(modes).copied().collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::signature::named_sort;
    use super::operator;
    use smt::Sort;

    /// `text: sort … -> sort`
    fn at(case: &str) -> Option<String> {
        let (text, signature) = case.split_once(": ").expect("a colon");
        let sorts = signature.split(" -> ").map(|sorts| {
            let sorts = smt::parse_all(sorts).expect("sorts").into_iter();
            sorts.map(|sort| super::sort_of(&sort).expect("a sort")).collect::<Vec<Sort>>()
        });
        let sorts: Vec<Vec<Sort>> = sorts.collect();
        match sorts.as_slice() {
            [params, result] => operator(text, params, &result[0]),
            [result] => operator(text, &[], &result[0]),
            _ => None,
        }
    }

    #[test]
    fn operators_at_their_sorts() {
        let cases = [
            ("bvadd: (_ BitVec 8) (_ BitVec 8) -> (_ BitVec 8)", "bvadd"),
            ("/: Real Real -> Real", "/"),
            ("=>: Bool Bool -> Bool", "=>"),
            ("fp.add RNE: Float32 Float32 -> Float32", "fp.add RNE"),
            ("fp.add: RoundingMode Float32 Float32 -> Float32", "fp.add"),
            ("(_ to_fp 8 24) RNE: Real -> Float32", "(_ to_fp 8 24) RNE"),
            ("sign_extend 8: (_ BitVec 8) -> (_ BitVec 16)", "(_ sign_extend 8)"),
            ("(_ extract 3 2): (_ BitVec 8) -> (_ BitVec 2)", "(_ extract 3 2)"),
            ("concat: (_ BitVec 8) (_ BitVec 1) -> (_ BitVec 9)", "concat"),
            ("seq.nth: (Seq Bool) Int -> Bool", "seq.nth"),
            ("seq.empty: (Seq Int)", "(as seq.empty (Seq Int))"),
            ("MapConst: Int -> (Array Bool Int)", "(as const (Array Bool Int))"),
            ("(as const (Array Bool Int)): Int -> (Array Bool Int)", "(as const (Array Bool Int))"),
            ("MapAdd: (Array Bool Int) (Array Bool Int) -> (Array Bool Int)", "(_ map (+ (Int Int) Int))"),
            ("MapIff: (Array Int Bool) (Array Int Bool) -> (Array Int Bool)", "(_ map (= (Bool Bool) Bool))"),
            (
                "(_ map (+ (Int Int) Int)): (Array Bool Int) (Array Bool Int) -> (Array Bool Int)",
                "(_ map (+ (Int Int) Int))",
            ),
            ("(_ map or): (Array Int Bool) (Array Int Bool) -> (Array Int Bool)", "(_ map or)"),
        ];
        for (case, text) in cases {
            assert_eq!(at(case).as_deref(), Some(text), "{case}");
        }
    }

    #[test]
    fn operators_at_other_sorts() {
        for case in [
            "/: Int Int -> Int",
            "/: Int Int -> Real",
            "+: Int Real -> Real",
            "to_int: Int -> Int",
            "to_real: Real -> Real",
            "and: Int Int -> Bool",
            "=: Int Real -> Bool",
            "<: Int Int -> Int",
            "bvult: (_ BitVec 8) (_ BitVec 8) -> (_ BitVec 1)",
            "bvadd: (_ BitVec 8) (_ BitVec 9) -> (_ BitVec 8)",
            "(_ extract 8 0): (_ BitVec 8) -> (_ BitVec 9)",
            "(_ extract 1 2): (_ BitVec 8) -> (_ BitVec 2)",
            "(_ zero_extend 8): (_ BitVec 8) -> (_ BitVec 15)",
            "(_ zero_extend 4294967295): (_ BitVec 8) -> (_ BitVec 7)",
            "(_ repeat 0): (_ BitVec 8) -> (_ BitVec 8)",
            "(_ int2bv 8): Int -> (_ BitVec 16)",
            "fp.add: Float32 Float32 -> Float32",
            "fp.add RNE RNE: Float32 Float32 -> Float32",
            "fp.to_real: Float32 -> Int",
            "(_ to_fp 8 24): (_ BitVec 31) -> Float32",
            "seq.nth: (Seq Bool) Int -> Int",
            "MapDiv: (Array Int Real) (Array Int Real) -> (Array Int Real)",
            "MapAdd: (Array Int Int) (Array Bool Int) -> (Array Int Int)",
            "(_ map -): (Array Int Int) (Array Int Int) -> (Array Int Int)",
            "(_ map (/ (Int Int) Int)): (Array Int Int) (Array Int Int) -> (Array Int Int)",
            "(_ map or): Bool Bool -> (Array Int Bool)",
            "(as const (Array Int Int)): Real -> (Array Int Int)",
            "(as const (Array Int Int)): Int -> (Array Bool Int)",
            "const: Int -> (Array Int Int)",
        ] {
            assert_eq!(at(case), None, "{case}");
        }
    }

    #[test]
    fn text_that_names_no_operator() {
        for text in ["", " ", "(", ")", "or)", "or) (exit", "(or", "\"or\"", "|or|", "|or", "(_ map or))"] {
            assert_eq!(operator(text, &[Sort::Bool, Sort::Bool], &Sort::Bool), None, "{text}");
        }
        for text in ["at!0", "wrong!0", "x@0", "f%g", "_", "as", "let", "forall", "(or true)", "or true", "or or", "="]
        {
            assert_eq!(operator(text, &[Sort::Bool], &Sort::Bool), None, "{text}");
        }
    }

    #[test]
    fn sorts_of_types() {
        assert_eq!(named_sort("Seq", &[Sort::Int]).map(|sort| sort.to_string()).as_deref(), Some("(Seq Int)"));
        assert_eq!(named_sort("(_ BitVec 8)", &[]), Some(Sort::BitVec(8)));
        for text in ["Seq", "Int) (exit", "Thing", "t%T", "(_ BitVec 0)", "(_ BitVec 08)", "(_ BitVec +8)", "Array Int"]
        {
            assert_eq!(named_sort(text, &[]), None, "{text}");
        }
        assert_eq!(named_sort("Seq", &[Sort::Int, Sort::Int]), None);
        assert_eq!(named_sort("Int", &[Sort::Int]), None);
    }
}
