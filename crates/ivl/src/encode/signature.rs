//! The signatures of the solver's operators, as SMT-LIB 2.7 has them, and the sorts that a type may be.
//!
//! A solver converts numbers where it likes: z3 takes `(/ 1 2)` on `Int` for a real, and then compares it with integers.
//! So a function that is declared as an operator has exactly the sorts of one, or it is none. The law:
//!
//! ```text
//! f: T1 … Tn → T is the operator op   ⇔   some signature of op, its sort variables replaced, is sort(T1) … sort(Tn) → sort(T)
//! ```
//!
//! What has no line here is not supported.

use Pattern::{A, Array, Bits, Bool, Float, I, Int, Mode, OneBit, Re, Real, Seq, Text};
use smt::{Sexpr, Sort};
use std::sync::Arc;

/// A sort, or a variable that stands for the same sort wherever it occurs in one signature.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Bool,
    Int,
    Real,
    Mode,
    Text,
    Re,
    OneBit,
    /// Bit-vectors of one width.
    Bits,
    /// Floating-point numbers of one format.
    Float,
    /// Any sort.
    A,
    /// The sort of an index.
    I,
    /// `(Seq A)`
    Seq,
    /// `(Array I A)`
    Array,
}

/// How often the last parameter may occur.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Once,
    More,
}

type Line = (&'static str, &'static [Pattern], Last, Pattern);

use Last::{More, Once};

/// Operators, parameters, result.
const TABLE: &[Line] = &[
    ("true false", &[], Once, Bool),
    ("not", &[Bool], Once, Bool),
    ("and or xor =>", &[Bool, Bool], More, Bool),
    ("= distinct", &[A, A], More, Bool),
    ("ite", &[Bool, A, A], Once, A),
    ("+ *", &[Int, Int], More, Int),
    ("+ * /", &[Real, Real], More, Real),
    ("-", &[Int], More, Int),
    ("-", &[Real], More, Real),
    ("div mod rem", &[Int, Int], Once, Int),
    ("abs", &[Int], Once, Int),
    ("< <= > >=", &[Int, Int], More, Bool),
    ("< <= > >=", &[Real, Real], More, Bool),
    ("to_real", &[Int], Once, Real),
    ("to_int", &[Real], Once, Int),
    ("is_int", &[Real], Once, Bool),
    ("bvnot bvneg", &[Bits], Once, Bits),
    ("bvand bvor bvxor bvadd bvmul", &[Bits, Bits], More, Bits),
    ("bvnand bvnor bvxnor bvsub bvudiv bvurem bvsdiv bvsrem bvsmod", &[Bits, Bits], Once, Bits),
    ("bvshl bvlshr bvashr ext_rotate_left ext_rotate_right", &[Bits, Bits], Once, Bits),
    ("bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge", &[Bits, Bits], Once, Bool),
    ("bvuaddo bvsaddo bvusubo bvssubo bvumulo bvsmulo bvsdivo", &[Bits, Bits], Once, Bool),
    ("bvumul_noovfl bvsmul_noovfl bvsmul_noudfl", &[Bits, Bits], Once, Bool),
    ("bvnego", &[Bits], Once, Bool),
    ("bvcomp", &[Bits, Bits], Once, OneBit),
    ("bvredor bvredand", &[Bits], Once, OneBit),
    ("bv2nat bv2int ubv_to_int sbv_to_int", &[Bits], Once, Int),
    ("RNE RNA RTP RTN RTZ", &[], Once, Mode),
    ("roundNearestTiesToEven roundNearestTiesToAway", &[], Once, Mode),
    ("roundTowardPositive roundTowardNegative roundTowardZero", &[], Once, Mode),
    ("fp.abs fp.neg", &[Float], Once, Float),
    ("fp.add fp.sub fp.mul fp.div", &[Mode, Float, Float], Once, Float),
    ("fp.fma", &[Mode, Float, Float, Float], Once, Float),
    ("fp.sqrt fp.roundToIntegral", &[Mode, Float], Once, Float),
    ("fp.rem fp.min fp.max", &[Float, Float], Once, Float),
    ("fp.leq fp.lt fp.geq fp.gt fp.eq", &[Float, Float], More, Bool),
    ("fp.isNormal fp.isSubnormal fp.isZero fp.isInfinite fp.isNaN", &[Float], Once, Bool),
    ("fp.isNegative fp.isPositive", &[Float], Once, Bool),
    ("fp.to_real", &[Float], Once, Real),
    ("str.++", &[Text, Text], More, Text),
    ("str.len str.to_int str.to.int str.to_code", &[Text], Once, Int),
    ("str.< str.<=", &[Text, Text], More, Bool),
    ("str.prefixof str.suffixof str.contains", &[Text, Text], Once, Bool),
    ("str.at", &[Text, Int], Once, Text),
    ("str.substr", &[Text, Int, Int], Once, Text),
    ("str.indexof", &[Text, Text, Int], Once, Int),
    ("str.replace str.replace_all", &[Text, Text, Text], Once, Text),
    ("str.replace_re str.replace_re_all", &[Text, Re, Text], Once, Text),
    ("str.is_digit", &[Text], Once, Bool),
    ("str.from_int int.to.str str.from_code", &[Int], Once, Text),
    ("str.to_re str.to.re", &[Text], Once, Re),
    ("str.in_re str.in.re", &[Text, Re], Once, Bool),
    ("re.none re.nostr re.all re.allchar", &[], Once, Re),
    ("re.++ re.union re.inter", &[Re, Re], More, Re),
    ("re.diff", &[Re, Re], Once, Re),
    ("re.* re.+ re.opt re.comp", &[Re], Once, Re),
    ("re.range", &[Text, Text], Once, Re),
    ("seq.empty", &[], Once, Seq),
    ("seq.unit", &[A], Once, Seq),
    ("seq.++", &[Seq, Seq], More, Seq),
    ("seq.len", &[Seq], Once, Int),
    ("seq.nth", &[Seq, Int], Once, A),
    ("seq.at", &[Seq, Int], Once, Seq),
    ("seq.extract", &[Seq, Int, Int], Once, Seq),
    ("seq.prefixof seq.suffixof seq.contains", &[Seq, Seq], Once, Bool),
    ("seq.indexof", &[Seq, Seq, Int], Once, Int),
    ("seq.last_indexof", &[Seq, Seq], Once, Int),
    ("seq.replace", &[Seq, Seq, Seq], Once, Seq),
    ("const", &[A], Once, Array),
    ("select", &[Array, I], Once, A),
    ("store", &[Array, I, A], Once, Array),
];

/// Whether the operator has a signature of these sorts.
pub fn has_signature(operator: &str, params: &[Sort], result: &Sort) -> bool {
    let named = TABLE.iter().filter(|(names, ..)| names.split(' ').any(|name| name == operator));
    let mut fitting = named.filter(|line| fits(line, params, result));
    fitting.next().is_some()
        || match (operator, params) {
            ("concat", [Sort::BitVec(high), Sort::BitVec(low)]) => is_bits(high.checked_add(*low), result),
            ("fp", [Sort::BitVec(1), Sort::BitVec(exponent), Sort::BitVec(rest)]) => {
                rest.checked_add(1).is_some_and(|significand| *result == float(*exponent, significand))
            }
            ("fp.to_ieee_bv", [Sort::Float { exponent, significand }]) => {
                is_bits(exponent.checked_add(*significand), result)
            }
            _ => false,
        }
}

/// The same of `(_ operator index …)`.
pub fn has_indexed_signature(operator: &str, indices: &[u32], params: &[Sort], result: &Sort) -> bool {
    match (operator, indices, params) {
        ("extract", [last, first], [Sort::BitVec(width)]) => {
            last < width && last.checked_sub(*first).is_some_and(|above| is_bits(above.checked_add(1), result))
        }
        ("zero_extend" | "sign_extend", [more], [Sort::BitVec(width)]) => is_bits(width.checked_add(*more), result),
        ("rotate_left" | "rotate_right", [_], [Sort::BitVec(width)]) => is_bits(Some(*width), result),
        ("repeat", [times], [Sort::BitVec(width)]) => *times > 0 && is_bits(width.checked_mul(*times), result),
        ("int2bv" | "int_to_bv" | "nat2bv", [width], [Sort::Int])
        | ("fp.to_ubv" | "fp.to_sbv", [width], [Sort::RoundingMode, Sort::Float { .. }]) => {
            *width > 0 && is_bits(Some(*width), result)
        }
        ("to_fp", [exponent, significand], [Sort::BitVec(width)]) => {
            exponent.checked_add(*significand) == Some(*width) && *result == float(*exponent, *significand)
        }
        ("to_fp", [exponent, significand], [Sort::RoundingMode, Sort::Float { .. } | Sort::Real | Sort::BitVec(_)])
        | ("to_fp_unsigned", [exponent, significand], [Sort::RoundingMode, Sort::BitVec(_)])
        | ("+oo" | "-oo" | "+zero" | "-zero" | "NaN", [exponent, significand], []) => {
            *result == float(*exponent, *significand)
        }
        ("re.^", [_], [Sort::RegLan]) | ("re.loop", [_, _], [Sort::RegLan]) => *result == Sort::RegLan,
        _ => false,
    }
}

/// The sort that a type is declared to be; the arguments are those of the type constructor.
pub fn named_sort(text: &str, args: &[Sort]) -> Option<Sort> {
    let parsed = smt::parse_all(text).ok()?;
    match (parsed.as_slice(), args) {
        ([only], []) => sort_of(only),
        ([Sexpr::Atom(name)], args) => applied(name, args),
        _ => None,
    }
}

/// The sort with this text.
pub fn sort_of(text: &Sexpr) -> Option<Sort> {
    match text {
        Sexpr::Atom(name) => Some(match name.as_str() {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "Real" => Sort::Real,
            "String" => Sort::String,
            "RegLan" => Sort::RegLan,
            "RoundingMode" => Sort::RoundingMode,
            "Float16" => float(5, 11),
            "Float32" => float(8, 24),
            "Float64" => float(11, 53),
            "Float128" => float(15, 113),
            _ => return None,
        }),
        Sexpr::List(parts) => {
            let (name, rest) = parts.split_first()?;
            match (name.atom()?, rest) {
                ("_", [kind, indices @ ..]) => match (kind.atom()?, numerals(indices)?.as_slice()) {
                    ("BitVec", [width]) if *width > 0 => Some(Sort::BitVec(*width)),
                    ("FloatingPoint", [exponent, significand]) if *exponent > 1 && *significand > 1 => {
                        Some(float(*exponent, *significand))
                    }
                    _ => None,
                },
                ("RegEx", [Sexpr::Atom(of)]) if of == "String" => Some(Sort::RegLan),
                (name, args) => applied(name, &args.iter().map(sort_of).collect::<Option<Vec<Sort>>>()?),
            }
        }
        Sexpr::String(_) => None,
    }
}

fn applied(constructor: &str, args: &[Sort]) -> Option<Sort> {
    match (constructor, args) {
        ("Seq", [element]) => Some(Sort::Named("Seq".into(), [element.clone()].into())),
        ("Array", [index, element]) => Some(Sort::Array(Arc::new(index.clone()), Arc::new(element.clone()))),
        _ => None,
    }
}

/// The numbers in the text of an index, without signs and leading zeros.
pub fn numerals(texts: &[Sexpr]) -> Option<Vec<u32>> {
    let numeral = |text: &Sexpr| {
        let text = text.atom()?;
        let value: u32 = text.parse().ok()?;
        (value.to_string() == text).then_some(value)
    };
    texts.iter().map(numeral).collect()
}

fn float(exponent: u32, significand: u32) -> Sort {
    Sort::Float { exponent, significand }
}

fn is_bits(width: Option<u32>, sort: &Sort) -> bool {
    width.is_some_and(|width| *sort == Sort::BitVec(width))
}

fn fits((_, params, last, result): &Line, sorts: &[Sort], declared: &Sort) -> bool {
    let enough = match last {
        Once => sorts.len() == params.len(),
        More => sorts.len() >= params.len(),
    };
    let patterns = params.iter().chain(std::iter::repeat_n(params.last().unwrap_or(result), sorts.len()));
    let mut meaning = Meaning::default();
    enough
        && sorts.iter().zip(patterns).all(|(sort, pattern)| meaning.matches(*pattern, sort))
        && meaning.matches(*result, declared)
}

/// What the variables of one signature stand for.
#[derive(Default)]
struct Meaning {
    bits: Option<Sort>,
    float: Option<Sort>,
    any: Option<Sort>,
    index: Option<Sort>,
}

impl Meaning {
    fn matches(&mut self, pattern: Pattern, sort: &Sort) -> bool {
        match (pattern, sort) {
            (Bool, Sort::Bool) | (Int, Sort::Int) | (Real, Sort::Real) => true,
            (Text, Sort::String) | (Re, Sort::RegLan) => true,
            (Mode, Sort::RoundingMode) | (OneBit, Sort::BitVec(1)) => true,
            (Bits, Sort::BitVec(_)) => is(&mut self.bits, sort),
            (Float, Sort::Float { .. }) => is(&mut self.float, sort),
            (A, sort) => is(&mut self.any, sort),
            (I, sort) => is(&mut self.index, sort),
            (Seq, Sort::Named(name, args)) => match args.as_ref() {
                [element] if &**name == "Seq" => is(&mut self.any, element),
                _ => false,
            },
            (Array, Sort::Array(index, element)) => is(&mut self.index, index) && is(&mut self.any, element),
            (
                Bool | Int | Real | Mode | Text | Re | OneBit | Bits | Float | Seq | Array,
                Sort::Bool
                | Sort::Int
                | Sort::Real
                | Sort::BitVec(_)
                | Sort::Float { .. }
                | Sort::RoundingMode
                | Sort::String
                | Sort::RegLan
                | Sort::Array(..)
                | Sort::Named(..),
            ) => false,
        }
    }
}

/// Whether the variable stands for the sort; it does from now on, if it stood for nothing.
fn is(variable: &mut Option<Sort>, sort: &Sort) -> bool {
    variable.get_or_insert_with(|| sort.clone()) == sort
}
