//! What this engine proves.

use source::Property;

/// Of every program with layers.
pub static PROPERTIES: &[Property] = &[
    Property {
        name: "procedures refine their actions",
        kinds: &["refinement", "gate", "gate-sufficiency", "action-refinement", "instance"],
        not_asked: "no yield procedure `refines` an action",
    },
    Property { name: "a yield stands wherever one is needed", kinds: &["yield-sufficiency"], not_asked: "" },
    Property {
        name: "movers move",
        kinds: &["commutativity", "gate-preservation", "failure-preservation", "non-blocking"],
        not_asked: "",
    },
    Property {
        name: "yield invariants hold and are kept",
        kinds: &["yield-invariant", "non-interference", "layer-precondition", "action-precondition"],
        not_asked: "there is no yield invariant",
    },
    Property { name: "no permission is held twice", kinds: &["linear"], not_asked: "" },
    Property { name: "committed transactions end", kinds: &["termination"], not_asked: "" },
    Property {
        name: "assertions and contracts hold",
        kinds: &["assertion", "unpack", "precondition", "postcondition", "where", "vacuity", "procedure"],
        not_asked: "",
    },
    Property { name: "loop invariants hold", kinds: &["invariant-entry", "invariant-preserved"], not_asked: "" },
    Property { name: "loops and recursion end", kinds: &["measure"], not_asked: "there is no `measure`" },
];

/// What every proof of this engine rests on.
pub static TRUSTED: &[&str] = &[];
