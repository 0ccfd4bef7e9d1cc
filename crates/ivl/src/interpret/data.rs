//! Fields of datatypes.

use super::machine::{Machine, Run, Undefined, unmodelled};
use super::value::Value;
use crate::typed::{ConstructorId, DatatypeId, FieldId, Type};
use source::Span;

impl Machine<'_> {
    /// The field in whichever constructor the value has. Where its constructor lacks the field, the value is that of
    /// the first constructor with the field, applied outside its domain.
    pub(super) fn field(&mut self, datatype: DatatypeId, field: FieldId, value: &Value, span: Span) -> Run<Value> {
        let Value::Data { constructor, fields, .. } = value else {
            return unmodelled("a field of something that is not a datatype", span);
        };
        let places = &self.program.datatypes[datatype.index()].fields[field.index()].places;
        match places.iter().find(|(owner, _)| owner == constructor) {
            Some((_, position)) => Ok(fields[*position].clone()),
            None => self.argument(datatype, places[0].0, places[0].1, value, span),
        }
    }

    /// An argument of a constructor, which the value may have or not.
    fn argument(
        &mut self,
        datatype: DatatypeId,
        constructor: ConstructorId,
        position: usize,
        value: &Value,
        span: Span,
    ) -> Run<Value> {
        if let Value::Data { constructor: own, fields, .. } = value
            && *own == constructor
        {
            return Ok(fields[position].clone());
        }
        let declaration = &self.program.datatypes[datatype.index()];
        let field = declaration.constructors[constructor.index()].fields[position];
        let ty = declaration.fields[field.index()].ty.clone();
        let operation = Undefined::Argument { datatype, constructor, position, of: value.clone() };
        self.undefined(operation, &ty, span)
    }

    /// The value rebuilt by its own constructor, or else by the first one that has the field.
    pub(super) fn field_update(
        &mut self,
        datatype: DatatypeId,
        field: FieldId,
        record: Value,
        value: Value,
        span: Span,
    ) -> Run<Value> {
        let Value::Data { constructor: own, .. } = &record else {
            return unmodelled("a field of something that is not a datatype", span);
        };
        let declaration = &self.program.datatypes[datatype.index()];
        let places = &declaration.fields[field.index()].places;
        let (constructor, position) = *places.iter().find(|(owner, _)| owner == own).unwrap_or(&places[0]);
        let mut fields = Vec::new();
        for at in 0..declaration.constructors[constructor.index()].fields.len() {
            fields.push(match at == position {
                true => value.clone(),
                false => self.argument(datatype, constructor, at, &record, span)?,
            });
        }
        Ok(Value::Data { datatype, constructor, fields })
    }
}

pub(super) fn datatype_of(ty: &Type, span: Span) -> Run<DatatypeId> {
    match ty {
        Type::Data(id, _) => Ok(*id),
        _ => unmodelled("a field of something that is not a datatype", span),
    }
}
