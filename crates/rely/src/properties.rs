//! What this engine proves.

use source::Property;

/// Of classes with annotations.
pub static PROPERTIES: &[Property] = &[
    Property {
        name: "fields are used as declared",
        kinds: &["guard", "write-not-allowed", "read-not-allowed", "stability", "undeclared-field"],
        not_asked: "no sharing is declared by `@ThreadSafe` or `@GuardedBy`",
    },
    Property {
        name: "what shared fields lead to is protected",
        kinds: &["unprotected-content", "compound-step"],
        not_asked: "",
    },
    Property {
        name: "invariants and what threads assume of each other hold",
        kinds: &["global-invariant", "environment"],
        not_asked: "there is no `global_invariant` and no `env_assumption`",
    },
    Property {
        name: "methods do what their clauses say",
        kinds: &["abstraction", "method-precondition", "java-assertion", "java-loop-invariant"],
        not_asked: "",
    },
    Property {
        name: "methods that are checked throw nothing unforeseen",
        kinds: &["implicit-exception", "monitor-not-held", "where", "vacuity", "procedure"],
        not_asked: "",
    },
    Property { name: "methods use only what is modelled", kinds: &["unsupported"], not_asked: "" },
];

/// What every proof of this engine rests on.
pub static TRUSTED: &[&str] = &["memory is sequentially consistent", "library methods do what their models say"];
