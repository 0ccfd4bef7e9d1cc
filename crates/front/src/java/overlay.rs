//! Annotations for sources that may not be edited: `.spec.java` files with the same headers and no bodies.

use super::ast::{ClassDecl, Member, MethodDecl, MethodForm, Unit};
use super::codes;
use super::names::Place;
use super::types::Ty;
use super::world::{TypeNames, World};
use concurrent::object::{ClassId, MethodId, Name};
use source::{Diagnostic, Span};
use std::sync::Arc;

/// Adds the annotations of the overlays to the classes and members that they name.
pub fn apply(world: &mut World, overlays: &[Unit]) {
    for unit in overlays {
        for decl in &unit.classes {
            let name: Name = match &unit.package {
                Some(package) => Arc::from(format!("{package}.{}", decl.name)),
                None => decl.name.clone(),
            };
            match world.find_dotted(&name).filter(|class| world.class(*class).is_from_source()) {
                Some(class) => apply_class(world, class, decl),
                None => missing(world, decl.span, format!("no source declares the class `{name}`")),
            }
        }
    }
}

fn missing(world: &mut World, span: Span, message: String) {
    let help = "the header must be the same as in the source";
    world.diagnostics.push(Diagnostic::error(&codes::OVERLAY, span, message).help(help));
}

fn apply_class(world: &mut World, class: ClassId, decl: &ClassDecl) {
    world.program.classes[class.index()].annotations.extend(decl.annotations.iter().cloned());
    for member in &decl.members {
        match member {
            Member::Field(field) => match world.info(class).fields.get(&field.name).copied() {
                Some(id) => world.program.fields[id.index()].annotations.extend(field.annotations.iter().cloned()),
                None => missing(world, field.span, format!("the class has no field `{}`", field.name)),
            },
            Member::Method(method) => match find_method(world, class, method) {
                Some(id) => world.program.methods[id.index()].annotations.extend(method.annotations.iter().cloned()),
                None => missing(world, method.span, format!("the class has no such method `{}`", method.name)),
            },
            Member::Class(inner) => match world.info(class).classes.get(&inner.name).copied() {
                Some(id) => apply_class(world, id, inner),
                None => missing(world, inner.span, format!("the class has no member class `{}`", inner.name)),
            },
            Member::Initializer(initializer) => {
                let message = "an overlay has no initialisers".to_string();
                missing(world, initializer.body.end, message);
            }
        }
    }
}

/// The method with the same name and the same erased parameters.
fn find_method(world: &mut World, class: ClassId, decl: &MethodDecl) -> Option<MethodId> {
    let info = world.info(class);
    let candidates = match decl.form {
        MethodForm::Method => info.methods.get(&decl.name).cloned().unwrap_or_default(),
        MethodForm::Constructor | MethodForm::CompactConstructor => info.constructors.clone(),
    };
    let unit = info.unit;
    let fits = |world: &mut World, id: &MethodId| {
        let signature = world.signatures[id.index()].clone();
        let vars = signature.type_params.iter().map(|var| (world.type_vars[var.0 as usize].name.clone(), *var));
        let names = TypeNames { vars: vars.collect(), classes: Vec::new() };
        let place = Place { unit, class: Some(class), names: &names };
        let params: Vec<Ty> = decl
            .params
            .iter()
            .map(|param| param.ty.as_ref().map_or(Ty::Unknown, |ty| world.resolve_type(place, ty)))
            .collect();
        params.len() == signature.params.len()
            && params.iter().zip(&signature.params).all(|(own, other)| world.erase(own) == world.erase(other))
    };
    candidates.into_iter().find(|id| fits(world, id))
}
