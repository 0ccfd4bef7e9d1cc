//! From texts to a typed program: parsing, libraries, type checking.

use ivl::{ast, typed};
use source::{Diagnostic, FileId, Severity, SourceMap, Span};

/// The libraries that `--lib` can add, by name. The first belongs to every Civl program.
static LIBRARIES: &[Library] = &[
    ("base", include_str!("../lib/base.bpl")),
    ("node", include_str!("../lib/node.bpl")),
    ("set_size", include_str!("../lib/set_size.bpl")),
];

/// A library: its name and its text.
type Library = (&'static str, &'static str);

/// The libraries of these names, each once.
pub fn library_files(names: &[String]) -> Result<Vec<&'static Library>, String> {
    let mut found: Vec<&'static Library> = Vec::new();
    for name in names {
        let Some(library) = LIBRARIES.iter().find(|(library, _)| library == name) else {
            let known = LIBRARIES.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            return Err(format!("there is no library `{name}`; there is {known}"));
        };
        if !found.contains(&library) {
            found.push(library);
        }
    }
    Ok(found)
}

/// Adds the libraries of these names to the map.
pub fn load_libraries(names: &[String], map: &mut SourceMap) -> Result<Vec<FileId>, String> {
    Ok(library_files(names)?.into_iter().map(|library| add_library(library, map)).collect())
}

/// Parses the libraries and the files as one program, in order.
pub fn parse(libraries: &[FileId], files: &[FileId], map: &SourceMap) -> (ast::Program, Vec<Diagnostic>) {
    let text = |file: &FileId| &map.file(*file).text;
    let libraries = libraries.iter().map(|file| front::bpl::parse(*file, text(file)));
    let files = files.iter().enumerate().map(|(at, file)| front::bpl::parse_part(at, *file, text(file)));
    let mut program = ast::Program::default();
    let mut diagnostics = Vec::new();
    for (part, found) in libraries.chain(files) {
        program.decls.extend(part.decls);
        diagnostics.extend(found);
    }
    (program, diagnostics)
}

/// Adds the library `base` to a Civl program that has it not. A dump of a program that had it has it.
pub fn complete(program: &mut ast::Program, map: &mut SourceMap) -> Vec<Diagnostic> {
    let is_primitive = |decl: &ast::Decl| match decl {
        ast::Decl::Procedure(decl) => {
            decl.signature.attributes.iter().any(|attribute| &*attribute.name.name == ivl::attributes::PRIMITIVE)
        }
        _ => false,
    };
    if !program.is_civl() || program.decls.iter().any(is_primitive) {
        return Vec::new();
    }
    let (base, diagnostics) = parse(&[add_library(&LIBRARIES[0], map)], &[], map);
    program.decls.extend(base.decls);
    diagnostics
}

fn add_library((name, text): &Library, map: &mut SourceMap) -> FileId {
    map.add(format!("lib:{name}"), *text)
}

/// Parses and type checks the files as one program; none when there are errors. Warnings come either way.
pub fn typecheck(
    libraries: &[FileId],
    files: &[FileId],
    map: &mut SourceMap,
) -> (Option<typed::Program>, Vec<Diagnostic>) {
    let (mut program, mut diagnostics) = parse(libraries, files, map);
    diagnostics.extend(complete(&mut program, map));
    if has_errors(&diagnostics) {
        return (None, diagnostics);
    }
    let (program, found) = ivl::typecheck::typecheck(&program);
    diagnostics.extend(found);
    let accepted = !has_errors(&diagnostics);
    if !accepted && ivl::typecheck::is_typed(&diagnostics) {
        // A second finding at the same place is about the same mistake.
        let mut others = layers::check::broken_rules(&program);
        others.retain(|other| !diagnostics.iter().any(|found| touches(found.span, other.span)));
        diagnostics.extend(others);
    }
    (accepted.then_some(program), diagnostics)
}

fn touches(one: Span, other: Span) -> bool {
    one.file == other.file && one.start < other.end && other.start < one.end
}

pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
