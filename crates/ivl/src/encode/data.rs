//! Values of datatypes as terms.

use super::names::{constructor_name, selector_name};
use super::{Encoder, Gap};
use crate::typed::{ConstructorId, DatatypeId, Expr, FieldId, Type};
use smt::TermId;
use source::Span;

impl Encoder<'_> {
    pub(super) fn construct(
        &mut self,
        ty: &Type,
        constructor: ConstructorId,
        args: &[Expr],
        span: Span,
    ) -> Result<TermId, Gap> {
        let args = self.exprs(args)?;
        let name = constructor_name(self.program, self.datatype(ty, span)?, constructor);
        Ok(self.terms.app(&name, &args))
    }

    pub(super) fn field(&mut self, inner: &Expr, field: FieldId, span: Span) -> Result<TermId, Gap> {
        let datatype = self.datatype(inner.ty(), span)?;
        let term = self.expr(inner)?;
        Ok(self.field_of(datatype, field, term))
    }

    pub(super) fn field_update(
        &mut self,
        inner: &Expr,
        field: FieldId,
        value: &Expr,
        span: Span,
    ) -> Result<TermId, Gap> {
        let datatype = self.datatype(inner.ty(), span)?;
        let (term, value) = (self.expr(inner)?, self.expr(value)?);
        Ok(self.updated(datatype, field, term, value))
    }

    pub(super) fn is(&mut self, inner: &Expr, constructor: ConstructorId, span: Span) -> Result<TermId, Gap> {
        let datatype = self.datatype(inner.ty(), span)?;
        let term = self.expr(inner)?;
        Ok(self.has_constructor(datatype, constructor, term))
    }

    fn datatype(&mut self, ty: &Type, span: Span) -> Result<DatatypeId, Gap> {
        let Type::Data(id, _) = ty else {
            return Err(Gap::new("fields are supported on datatypes only", span));
        };
        self.used.types.insert(ty.clone());
        Ok(*id)
    }

    fn has_constructor(&mut self, datatype: DatatypeId, constructor: ConstructorId, term: TermId) -> TermId {
        let name = constructor_name(self.program, datatype, constructor);
        self.terms.app(&format!("(_ is {name})"), &[term])
    }

    /// The field in whichever constructor the value has; arbitrary if its constructor lacks the field.
    fn field_of(&mut self, datatype: DatatypeId, field: FieldId, term: TermId) -> TermId {
        let program = self.program;
        let places = &program.datatypes[datatype.index()].fields[field.index()].places;
        let select = |encoder: &mut Encoder, (constructor, position): (ConstructorId, usize)| {
            encoder.terms.app(&selector_name(program, datatype, constructor, position), &[term])
        };
        let mut result = select(self, places[0]);
        for place in &places[1..] {
            let condition = self.has_constructor(datatype, place.0, term);
            let value = select(self, *place);
            result = self.terms.ite(condition, value, result);
        }
        result
    }

    /// The value rebuilt with another field; as for reading, the first constructor with the field is the last resort.
    fn updated(&mut self, datatype: DatatypeId, field: FieldId, term: TermId, value: TermId) -> TermId {
        let program = self.program;
        let declaration = &program.datatypes[datatype.index()];
        let mut result = None;
        for (constructor, position) in &declaration.fields[field.index()].places {
            let size = declaration.constructors[constructor.index()].fields.len();
            let args: Vec<TermId> = (0..size)
                .map(|at| match at == *position {
                    true => value,
                    false => self.terms.app(&selector_name(program, datatype, *constructor, at), &[term]),
                })
                .collect();
            let rebuilt = self.terms.app(&constructor_name(program, datatype, *constructor), &args);
            result = Some(match result {
                None => rebuilt,
                Some(otherwise) => {
                    let condition = self.has_constructor(datatype, *constructor, term);
                    self.terms.ite(condition, rebuilt, otherwise)
                }
            });
        }
        result.unwrap_or(term)
    }
}
