//! The procedures of the base library that move permissions.
//!
//! A primitive is known by the name of the generic declaration it is an instance of, together with the library's
//! signature; most have no body. A procedure of that name with another signature, or with a body of its own, is what its
//! declaration says.

use crate::civl::Linearity::{self, Linear, LinearIn, LinearOut, Ordinary};
use crate::civl::Primitive;
use ivl::mono::Mono;
use ivl::typed::ProcedureId;

struct Entry {
    name: &'static str,
    primitive: Primitive,
    ins: &'static [Linearity],
    outs: &'static [Linearity],
    /// The library gives it a body.
    has_body: bool,
}

#[rustfmt::skip]
const TABLE: [Entry; 13] = [
    Entry { name: "Loc_New", primitive: Primitive::LocNew, ins: &[], outs: &[Linear], has_body: true },
    Entry { name: "Tag_New", primitive: Primitive::TagNew, ins: &[], outs: &[Linear, Linear], has_body: true },
    Entry { name: "Tags_New", primitive: Primitive::TagsNew, ins: &[Ordinary], outs: &[Linear, Linear], has_body: true },
    Entry { name: "Move", primitive: Primitive::Move, ins: &[LinearIn, LinearOut], outs: &[], has_body: false },
    Entry { name: "Map_MakeEmpty", primitive: Primitive::MapMakeEmpty, ins: &[], outs: &[Linear], has_body: true },
    Entry { name: "Map_Get", primitive: Primitive::MapGet, ins: &[Linear, LinearOut], outs: &[Linear], has_body: false },
    Entry { name: "Map_Put", primitive: Primitive::MapPut, ins: &[Linear, LinearIn, LinearIn], outs: &[], has_body: false },
    Entry { name: "Map_Split", primitive: Primitive::MapSplit, ins: &[Linear, Ordinary], outs: &[Linear], has_body: false },
    Entry { name: "Map_Join", primitive: Primitive::MapJoin, ins: &[Linear, LinearIn], outs: &[], has_body: false },
    Entry { name: "One_Get", primitive: Primitive::OneGet, ins: &[Linear, LinearOut], outs: &[], has_body: false },
    Entry { name: "One_Put", primitive: Primitive::OnePut, ins: &[Linear, LinearIn], outs: &[], has_body: false },
    Entry { name: "Path_Load", primitive: Primitive::PathLoad, ins: &[Ordinary], outs: &[Ordinary], has_body: false },
    Entry { name: "Path_Store", primitive: Primitive::PathStore, ins: &[Ordinary, Ordinary], outs: &[], has_body: false },
];

/// The primitive that a pure procedure with these parameters is, if it is one.
pub fn primitive(mono: &Mono, id: ProcedureId, params: &[Linearity]) -> Option<Primitive> {
    let origin = mono.origins.procedure(id)?;
    let entry = TABLE.iter().find(|entry| entry.name == &*origin.name)?;
    let ins = mono.program.procedures[id.index()].ins;
    let has_body = mono.program.implementations.iter().any(|implementation| implementation.procedure == id);
    let fits = params[..ins] == *entry.ins && params[ins..] == *entry.outs && (entry.has_body || !has_body);
    fits.then_some(entry.primitive)
}

impl Primitive {
    /// Whether the root variable of its first argument, a path, is changed.
    pub fn changes_path(self) -> bool {
        match self {
            Primitive::LocNew
            | Primitive::TagNew
            | Primitive::TagsNew
            | Primitive::Move
            | Primitive::MapMakeEmpty
            | Primitive::PathLoad => false,
            Primitive::MapGet
            | Primitive::MapPut
            | Primitive::MapSplit
            | Primitive::MapJoin
            | Primitive::OneGet
            | Primitive::OnePut
            | Primitive::PathStore => true,
        }
    }
}
