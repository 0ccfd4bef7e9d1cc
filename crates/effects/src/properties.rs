//! What this engine proves.

use source::Property;

/// Of every structure.
pub static PROPERTIES: &[Property] = &[
    Property { name: "operations are linearizable", kinds: &["linearizability"], not_asked: "" },
    Property { name: "memory is used safely", kinds: &["memory-safety"], not_asked: "" },
    Property { name: "summaries have all effects", kinds: &["effect-inclusion"], not_asked: "" },
    Property { name: "operations end", kinds: &[], not_asked: "progress (lock freedom)" },
];

/// What every proof of this engine rests on.
pub static TRUSTED: &[&str] = &["memory is sequentially consistent"];
