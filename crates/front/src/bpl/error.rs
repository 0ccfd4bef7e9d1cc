//! The codes of syntax errors.

use source::{Code, Kind};

pub static UNEXPECTED: Code = Code {
    id: "E0101",
    name: "syntax",
    kind: Kind::Wrong,
    explanation: "\
The text does not follow the grammar: the message says what was expected at this place and what stands there.

    procedure Inc(x: int) returns (y: int)
    {
      y = x + 1;
    }

An assignment is written with `:=`; `==` compares; `=` alone occurs only in `type` declarations.

What helps: look at the marked token and at the one before it. A missing `;` or brace is often reported at the
next line, because that is where the text stops making sense. A keyword can be used as a name when it is written
with a backslash: `\\type`. Later errors may be consequences of the first one.
",
};

pub static MALFORMED_LITERAL: Code = Code {
    id: "E0102",
    name: "syntax",
    kind: Kind::Wrong,
    explanation: "\
A number, a bit-vector literal or a float literal is not written in one of the accepted forms.

    42          an integer
    1.5, 2e-3   reals
    255bv8      a bit vector: value, `bv`, width
    0x1.8e0f24e8, 0NaN24e8, 0+oo24e8, 0-oo24e8
                floats: hexadecimal significand, exponent to base 16, then the widths of significand and exponent

A float must be a value of its format, exactly: the significand may not have more digits than fit, and the exponent
may not be out of range.

What helps: integers have no hexadecimal form, no underscores and no suffix; write them in decimal. Put a space
between a number and a name that follows it.
",
};

pub static UNTERMINATED: Code = Code {
    id: "E0103",
    name: "syntax",
    kind: Kind::Wrong,
    explanation: "\
A comment or a string begins here and does not end.

    /* outer /* inner */ still in the outer comment

Comments between `/*` and `*/` nest: each `/*` needs its own `*/`. A string ends on the line on which it begins.

What helps: close the comment with as many `*/` as there are `/*` in it, or use `//` comments, which end with the
line. Inside a string, `\\\"` stands for a quote.
",
};

pub static TOO_DEEP: Code = Code {
    id: "E0104",
    name: "syntax",
    kind: Kind::Wrong,
    explanation: "\
The program is nested more than 5,000 levels deep: parentheses, blocks, `else if` chains, types, or one long chain
of an operator such as `+` (each operand adds a level). Reading stops here. Chains of `&&` and of `||` have no such
limit. The same code reports a list of names whose shared type, attributes and `where` clause would be copied too
many times.

    x := ((((… 6,000 parentheses …))));

What helps: such text comes from a generator. Let it name intermediate results with variables or functions, or
emit a balanced tree instead of a chain.
",
};

pub static MIXED_OPERATORS: Code = Code {
    id: "E0105",
    name: "syntax",
    kind: Kind::Wrong,
    explanation: "\
Two operators stand side by side that have no order of precedence between them.

    assert a && b || c;       // which one first?
    assert a ==> b <== c;
    assert 0 <= i < n;        // comparisons do not chain

What helps: add parentheses, `(a && b) || c` or `a && (b || c)`; write a chain of comparisons as
`0 <= i && i < n`.
",
};

pub static DIRECTIVE: Code = Code {
    id: "E0106",
    name: "syntax",
    kind: Kind::Wrong,
    explanation: "\
A line that begins with `#` is a directive: `#line NUMBER [FILE]`, or one of `#if NAME`, `#if !NAME`, `#elsif NAME`,
`#else`, `#endif`, which include or leave out the lines between them. No names are defined, so `#if NAME` leaves its
lines out and `#if !NAME` includes them.

What helps: close each `#if` with one `#endif`, with at most one `#else` before it. A name such as `#x` must not
begin in the first column.
",
};

pub static CODES: &[&Code] = &[&UNEXPECTED, &MALFORMED_LITERAL, &UNTERMINATED, &TOO_DEEP, &MIXED_OPERATORS, &DIRECTIVE];
