//! What the sequential engine proves.

use source::Property;

/// Of every program that it checks.
pub static PROPERTIES: &[Property] = &[
    Property {
        name: "assertions hold",
        kinds: &["assertion", "unpack", "vacuity", "procedure"],
        not_asked: "no body asserts anything",
    },
    Property {
        name: "procedures keep their contracts",
        kinds: &["precondition", "postcondition", "where"],
        not_asked: "no procedure with a body promises or requires anything",
    },
    Property { name: "loop invariants hold", kinds: &["invariant-entry", "invariant-preserved"], not_asked: "" },
    Property { name: "loops and recursion end", kinds: &["measure"], not_asked: "there is no `measure`" },
];

/// What every proof of this engine rests on.
pub static TRUSTED: &[&str] = &[];
