//! Java sources to the object program.
//!
//! bytes → [`syntax`] → [`ast`] → [`declare`], [`members`] → [`lower`] → [`finish`] → [`concurrent::object`]
//!
//! All files of a program are read together, beside the models of library classes in [`library`]. Generics are used to
//! find types and then erased. What cannot be modelled makes its method unsupported and nothing else; what is not Java
//! is a finding, and its file is left out.

mod ast;
pub mod codes;
mod declare;
mod finish;
mod library;
mod lookup;
mod lower;
mod members;
mod names;
mod overlay;
mod syntax;
mod types;
mod unseen;
mod visibility;
mod walk;
mod world;

pub use unseen::Unseen;

use concurrent::object::Program;
use source::{Deadline, Diagnostic, FileId, Span};
use std::panic::catch_unwind;

/// One file of a program.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    pub file: FileId,
    pub text: &'a str,
    /// Whether it holds annotations for another file: its name ends in `.spec.java`.
    pub is_overlay: bool,
}

/// Reads all files of a program.
///
/// The program holds what could be read. Methods that could not be lowered are in it with the reason; the diagnostics
/// are about what is no program, and about files that were left out. An internal error costs its file, or its method.
/// Nested text needs stack: callers run this on a thread with 256 MB of it.
pub fn read(inputs: &[Input]) -> (Program, Vec<Diagnostic>) {
    read_with(inputs, Unseen::IsGap)
}

/// The same, and says what becomes of code that is not seen.
pub fn read_with(inputs: &[Input], unseen: Unseen) -> (Program, Vec<Diagnostic>) {
    // Who waits for ever always gets an answer.
    read_within(inputs, unseen, Deadline::never()).unwrap_or_default()
}

/// The same; none if it is not done in time. A part of a program says nothing: what is missing would be code that is not
/// seen.
pub fn read_within(inputs: &[Input], unseen: Unseen, deadline: Deadline) -> Option<(Program, Vec<Diagnostic>)> {
    let mut diagnostics = Vec::new();
    let mut units = Vec::new();
    let mut overlays = Vec::new();
    for input in inputs {
        if deadline.is_over() {
            return None;
        }
        if u32::try_from(input.text.len()).is_err() {
            let message = "the file is larger than 4 GiB";
            diagnostics.push(Diagnostic::error(&codes::SYNTAX, Span::new(input.file, 0, 0), message));
            continue;
        }
        let parsed = catch_unwind(|| match input.is_overlay {
            true => syntax::parse_headers(input.file, input.text),
            false => syntax::parse(input.file, input.text),
        });
        let (unit, findings) = parsed.unwrap_or_else(|_| {
            let message = "reading this file failed with an internal error";
            (None, vec![Diagnostic::error(&codes::INTERNAL, Span::new(input.file, 0, 0), message)])
        });
        diagnostics.extend(findings);
        match unit {
            Some(unit) if input.is_overlay => overlays.push(unit),
            Some(unit) => units.push(unit),
            None => {}
        }
    }
    let mut world = world::World::new(unseen);
    world.declare_units(&units, library::units(), deadline)?;
    lower::run_jobs(&mut world, deadline)?;
    world.settle_unseen(deadline)?;
    overlay::apply(&mut world, &overlays);
    diagnostics.append(&mut world.diagnostics);
    Some((finish::finish(world, deadline)?, diagnostics))
}
