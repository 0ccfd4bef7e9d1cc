//! What must be declared along with what is mentioned.
//!
//! ```text
//! a function      what its definition and its signature mention
//! a datatype      the types of its fields
//! a constant      its type
//! ```

use super::sort::sort;
use super::{Gap, Prelude, Symbols};
use crate::typed::Type;

/// A set of symbols that grows until it is closed.
pub struct Closure<'p, 'a> {
    prelude: &'p Prelude<'a>,
    reached: Symbols,
    /// Reached, but not looked into yet.
    pending: Symbols,
}

impl<'p, 'a> Closure<'p, 'a> {
    pub fn new(prelude: &'p Prelude<'a>) -> Closure<'p, 'a> {
        Closure { prelude, reached: Symbols::default(), pending: Symbols::default() }
    }

    pub fn reached(&self) -> &Symbols {
        &self.reached
    }

    pub fn reach(&mut self, used: &Symbols) {
        let Symbols { functions, consts, types, power } = used;
        self.reached.power |= power;
        self.pending.functions.extend(functions.difference(&self.reached.functions));
        self.pending.consts.extend(consts.difference(&self.reached.consts));
        self.pending.types.extend(types.difference(&self.reached.types).cloned());
        self.reached.functions.extend(functions);
        self.reached.consts.extend(consts);
        self.reached.types.extend(self.pending.types.iter().cloned());
    }

    /// Reaches what the reached symbols need; gives all symbols that are new since the last time.
    pub fn close(&mut self) -> Result<Symbols, Gap> {
        let (prelude, mut news) = (self.prelude, Symbols::default());
        loop {
            if let Some(id) = self.pending.functions.pop_first() {
                news.functions.insert(id);
                self.reach(&prelude.function(id)?.used);
            } else if let Some(id) = self.pending.consts.pop_first() {
                news.consts.insert(id);
                let declaration = &prelude.program.consts[id.index()];
                let mut used = Symbols::default();
                sort(prelude.program, &declaration.ty, &mut used, declaration.span)?;
                self.reach(&used);
            } else if let Some(ty) = self.pending.types.pop_first() {
                let used = self.in_fields(&ty)?;
                news.types.insert(ty);
                self.reach(&used);
            } else {
                return Ok(news);
            }
        }
    }

    fn in_fields(&self, ty: &Type) -> Result<Symbols, Gap> {
        let mut used = Symbols::default();
        if let Type::Data(id, _) = ty {
            let datatype = &self.prelude.program.datatypes[id.index()];
            for field in &datatype.fields {
                sort(self.prelude.program, &field.ty, &mut used, datatype.span)?;
            }
        }
        Ok(used)
    }
}
