//! What this engine proves.

use source::Property;

/// Of programs with locks or threads.
pub static PROPERTIES: &[Property] = &[
    Property {
        name: "locks are held where they are needed, and released",
        kinds: &["lock-interface", "lock-contract", "lock-annotation"],
        not_asked: "no method uses a lock",
    },
    Property { name: "locks are taken in one order", kinds: &["lock-order"], not_asked: "" },
    Property {
        name: "fields that several threads use have a lock in common",
        kinds: &["shared-field"],
        not_asked: "the program starts no thread",
    },
    Property {
        name: "lock classes keep their properties, and no thread waits in them for ever",
        kinds: &["lock-property", "lock-deadlock", "property-syntax"],
        not_asked: "",
    },
    Property {
        name: "no signal is lost",
        kinds: &[],
        not_asked: "whether a thread may wait for a signal that never comes",
    },
    Property { name: "loops end", kinds: &[], not_asked: "termination" },
];

/// What every proof of this engine rests on.
pub static TRUSTED: &[&str] = &["memory is sequentially consistent", "library methods do what their models say"];
