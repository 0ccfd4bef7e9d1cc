//! What a query needs besides its own condition: declarations and axioms.
//!
//! Each is turned into solver text once, when first needed, and shared by all queries.

use super::choose::{AxiomIndex, choose};
use super::closure::Closure;
use super::declare::{Declaration, EncodedAxiom, declare_function, encode_axiom, text};
use super::{Gap, Symbols};
use crate::typed::{FunctionId, Program};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The program's declarations and axioms, ready to be selected from.
pub struct Prelude<'a> {
    pub(super) program: &'a Program,
    axioms: Vec<OnceLock<Result<EncodedAxiom, Gap>>>,
    functions: Vec<OnceLock<Result<Declaration, Gap>>>,
    pub(super) index: AxiomIndex,
}

/// The part of a program that one query reaches.
pub struct Selection {
    pub text: String,
}

/// What a program takes for granted everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The constant differs from all other unique ones of its type.
    Unique(crate::typed::ConstId),
    /// The axiom at this place in the list.
    Axiom(usize),
}

impl<'a> Prelude<'a> {
    pub fn new(program: &'a Program) -> Prelude<'a> {
        Prelude {
            program,
            axioms: program.axioms.iter().map(|_| OnceLock::new()).collect(),
            functions: program.functions.iter().map(|_| OnceLock::new()).collect(),
            index: AxiomIndex::new(program),
        }
    }

    /// Everything that a query which mentions `used` may need, as solver text.
    pub fn select(&self, used: &Symbols) -> Result<Selection, Gap> {
        let (reached, axioms) = choose(self, used)?;
        text(self, &reached, &axioms).map(|text| Selection { text })
    }

    /// These facts and no others, with the declarations they need.
    pub fn facts(&self, facts: &[Fact]) -> Result<Selection, Gap> {
        let mut closure = Closure::new(self);
        let mut axioms = BTreeSet::new();
        for fact in facts {
            match fact {
                Fact::Unique(id) => closure.reach(&Symbols { consts: [*id].into(), ..Symbols::default() }),
                Fact::Axiom(index) => {
                    closure.reach(&self.axiom(*index)?.used);
                    axioms.insert(*index);
                }
            }
        }
        closure.close()?;
        text(self, closure.reached(), &axioms).map(|text| Selection { text })
    }

    pub(super) fn axiom(&self, index: usize) -> Result<&EncodedAxiom, Gap> {
        let encoded = self.axioms[index].get_or_init(|| encode_axiom(self.program, &self.program.axioms[index]));
        encoded.as_ref().map_err(Clone::clone)
    }

    pub(super) fn function(&self, id: FunctionId) -> Result<&Declaration, Gap> {
        let declared = self.functions[id.index()].get_or_init(|| declare_function(self.program, id));
        declared.as_ref().map_err(Clone::clone)
    }
}
