//! `@GuardedBy`, in the forms that people write.

use super::codes;
use super::expr::{Resolved, Resolver, Scope, error};
use super::parse;
use super::spec::{Guard, SpecType};
use super::syntax::ExprKind;
use crate::object::{Annotation, ClassId, MethodId, Program};
use source::Span;

/// The name of a Java annotation, without package and arguments.
pub fn simple_name(annotation: &Annotation) -> &str {
    let text = annotation.text.trim_start_matches('@').trim_start();
    let end = text.find(|c: char| c == '(' || c.is_whitespace()).unwrap_or(text.len());
    text[..end].rsplit('.').next().unwrap_or("")
}

/// The guard that the string between the quotes names. One that cannot be read costs its declaration alone.
pub fn guard(annotation: &Annotation, scope: Scope) -> Resolved<Guard> {
    let help = "a guard is `this`, a field, `Cls.class`, or `lock()` for a method; of any other, nothing is checked";
    read(annotation, scope).map_err(|finding| Box::new(finding.help(help)))
}

fn read(annotation: &Annotation, scope: Scope) -> Resolved<Guard> {
    let text = &annotation.text;
    let quoted = text.find('"').zip(text.rfind('"')).filter(|(first, last)| first < last);
    let Some((first, last)) = quoted else {
        return error(&codes::SYNTAX, annotation.span, "expected the name of a lock between quotes");
    };
    let start = annotation.span.start + first as u32 + 1;
    let span = Span::new(annotation.span.file, start, annotation.span.start + last as u32);
    let name = &text[first + 1..last];
    if name.trim() == "itself" {
        return Ok(Guard::Itself);
    }
    let parsed = parse::expression(name, span)?;
    if let ExprKind::Call { object: None, name, args } = &parsed.kind
        && args.is_empty()
    {
        return match method_named(scope.program, scope.class, name) {
            Some(method) => Ok(Guard::Call(method)),
            None => error(&codes::NAME, span, format!("there is no method `{name}` without parameters here")),
        };
    }
    let lock = Resolver::new(scope).expr(&parsed)?;
    match &lock.ty {
        SpecType::Java(ty) if ty.is_reference() => Ok(Guard::Lock(lock)),
        SpecType::Java(_) | SpecType::Thread | SpecType::ThreadSet => {
            error(&codes::TYPE, span, "expected an object whose lock is meant")
        }
    }
}

fn method_named(program: &Program, class: ClassId, name: &str) -> Option<MethodId> {
    let fits = |id: &&MethodId| {
        let method = program.method(**id);
        &*method.name == name && method.params.len() == usize::from(!method.is_static)
    };
    let own = program.class(class).methods.iter().find(fits).copied();
    own.or_else(|| program.supertypes(class).find_map(|parent| method_named(program, parent, name)))
}
