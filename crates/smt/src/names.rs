//! Names of the user's program as SMT-LIB symbols.
//!
//! `|and|` and `and` are one symbol in SMT-LIB, so bars alone cannot keep a user's name apart
//! from a builtin, and bars cannot hold every character. The law:
//!
//! - `quote` is injective, and `unquote(quote(n)) == n`;
//! - a quoted name is never a reserved word, a builtin symbol, or a name of the printer's
//!   `let` binders (those start with `?`).
//!
//! It is kept with the escape character `%`: `%` itself, `|`, `\`, control and non-ASCII
//! bytes, and a first `?`, `.`, `@` or `-` become `%` and two hexadecimal digits; a reserved or
//! builtin name `n` becomes `%%n`; the empty name becomes `%`.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// Symbols that a user's name must not become.
static TAKEN: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    [RESERVED, COMMANDS, RESPONSES, CORE, ARITHMETIC, BIT_VECTORS, COLLECTIONS, FLOATS, SORTS]
        .iter()
        .flat_map(|group| group.split_whitespace())
        .collect()
});

const RESERVED: &str = "! _ as let exists forall match par lambda choice
    BINARY DECIMAL HEXADECIMAL NUMERAL STRING";

const COMMANDS: &str = "assert assert-not assert-soft check-sat check-sat-assuming
    declare-const declare-datatype declare-datatypes declare-fun declare-rel declare-sort
    declare-var define-const define-fun define-fun-rec define-funs-rec define-sort echo exit
    get-assertions get-assignment get-info get-model get-option get-proof
    get-unsat-assumptions get-unsat-core get-value pop push reset reset-assertions set-info
    set-logic set-option simplify";

const RESPONSES: &str = "continued-execution error logic model sat success timeout unknown
    unsat unsupported";

const CORE: &str = "true false not and or xor => = distinct ite if iff implies is
    ac-op at-least at-most case-def pbeq pbge pble linear-order partial-order piecewise-linear-order
    transitive-closure tree-order update-field";

const ARITHMETIC: &str = "+ - * / ** ^ ~ < <= > >= /0 ^0 abs div div0 divisible mod mod0 rem
    rem0 is_int to_int to_real acos acosh arctan2 asin asinh atan atan2 atanh cos cosh euler ln
    log pi root-obj sin sinh tan tanh";

const BIT_VECTORS: &str = "bit0 bit1 bit2bool concat ext_rotate_left ext_rotate_right extract
    int2bv int_to_bv mkbv repeat rotate_left rotate_right sbv_to_int sign_extend ubv_to_int
    zero_extend";

const COLLECTIONS: &str = "array-ext as-array card complement cons const default first head
    insert intersection map mk-pair nil second select set-has-size setminus store subset tail
    union";

const FLOATS: &str = "fp NaN RNA RNE RTN RTP RTZ roundNearestTiesToAway roundNearestTiesToEven
    roundTowardNegative roundTowardPositive roundTowardZero to_fp to_fp_unsigned";

const SORTS: &str = "Array BitVec Bool Char FiniteField FiniteSet Float128 Float16 Float32
    Float64 FloatingPoint Int List Pair Re Real RegEx RegLan RoundingMode Seq Set String
    Unicode";

/// Families of builtin names that are too many to list one by one.
const TAKEN_PREFIXES: &[&str] =
    &["bv", "char.", "complex.", "ff.", "fp.", "int.", "re.", "recfun", "seq.", "set.", "str."];

/// The SMT-LIB symbol that stands for `name`.
pub fn quote(name: &str) -> Cow<'_, str> {
    if name.is_empty() {
        return Cow::Borrowed("%");
    }
    if is_taken(name) {
        return Cow::Owned(format!("%%{name}"));
    }
    if is_simple(name) {
        return Cow::Borrowed(name);
    }
    let mut inner = String::with_capacity(name.len() + 2);
    for (position, byte) in name.bytes().enumerate() {
        if must_escape(position, byte) {
            inner.push_str(&format!("%{byte:02X}"));
        } else {
            inner.push(char::from(byte));
        }
    }
    if inner.bytes().all(is_symbol_byte) && !starts_with_digit(&inner) {
        Cow::Owned(inner)
    } else {
        Cow::Owned(format!("|{inner}|"))
    }
}

/// The name that `quote` turned into `symbol`. Symbols that `quote` never makes (a solver's
/// own) come back without their bars.
pub fn unquote(symbol: &str) -> Cow<'_, str> {
    let inner = symbol.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).unwrap_or(symbol);
    if inner == "%" {
        return Cow::Borrowed("");
    }
    if let Some(taken) = inner.strip_prefix("%%") {
        return Cow::Borrowed(taken);
    }
    if !inner.contains('%') {
        return Cow::Borrowed(inner);
    }
    match decode_escapes(inner) {
        Some(name) => Cow::Owned(name),
        None => Cow::Borrowed(inner),
    }
}

/// Whether a symbol has a meaning of its own in SMT-LIB or Z3.
pub(crate) fn is_taken(name: &str) -> bool {
    TAKEN.contains(name)
        || TAKEN_PREFIXES.iter().any(|prefix| name.starts_with(prefix) && name.bytes().all(is_symbol_byte))
}

fn is_simple(name: &str) -> bool {
    !starts_with_digit(name)
        && name.bytes().enumerate().all(|(position, byte)| is_symbol_byte(byte) && !must_escape(position, byte))
}

fn starts_with_digit(name: &str) -> bool {
    name.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

fn must_escape(position: usize, byte: u8) -> bool {
    let reserved_start = position == 0 && matches!(byte, b'?' | b'.' | b'@' | b'-');
    reserved_start || matches!(byte, b'%' | b'|' | b'\\') || !(b' '..=b'~').contains(&byte)
}

fn decode_escapes(inner: &str) -> Option<String> {
    let mut bytes = inner.bytes();
    let mut name = Vec::with_capacity(inner.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let high = char::from(bytes.next()?).to_digit(16)?;
            let low = char::from(bytes.next()?).to_digit(16)?;
            name.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            name.push(byte);
        }
    }
    String::from_utf8(name).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[(&str, &str)] = &[
        ("x", "x"),
        ("x@3", "x@3"),
        ("$Heap", "$Heap"),
        ("a#b", "|a#b|"),
        ("x'", "|x'|"),
        ("two words", "|two words|"),
        ("3d", "|3d|"),
        ("", "%"),
        ("%", "%25"),
        ("%%and", "%25%25and"),
        ("and", "%%and"),
        ("let", "%%let"),
        ("bvadd", "%%bvadd"),
        ("bv#", "|bv#|"),
        ("seq.len", "%%seq.len"),
        ("?12", "%3F12"),
        ("a?", "a?"),
        (".x", "%2Ex"),
        ("-5", "%2D5"),
        ("a|b", "a%7Cb"),
        ("a|b c", "|a%7Cb c|"),
        ("a%7Cb", "a%257Cb"),
        ("a\\b", "a%5Cb"),
        ("é", "%C3%A9"),
        ("%7C", "%257C"),
    ];

    #[test]
    fn quoting_is_injective_and_undone_by_unquote() {
        let mut seen = std::collections::HashSet::new();
        for (name, symbol) in NAMES {
            assert_eq!(quote(name), *symbol, "quote({name:?})");
            assert_eq!(unquote(symbol), *name, "unquote({symbol:?})");
            // Bars do not make another symbol.
            assert!(seen.insert(symbol.trim_matches('|')));
        }
    }

    #[test]
    fn no_quoted_name_is_taken_or_a_binder_of_the_printer() {
        for name in TAKEN.iter().copied().chain(NAMES.iter().map(|(n, _)| *n)) {
            let symbol = quote(name);
            let bare = symbol.trim_matches('|');
            assert!(!is_taken(bare), "{bare}");
            assert!(!bare.starts_with('?'));
        }
    }
}
