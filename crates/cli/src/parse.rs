//! From texts to a typed program: parsing, libraries, type checking.

use ivl::{ast, typed};
use source::{Diagnostic, FileId, Severity, SourceMap};

/// The libraries that `--lib` can add, by name.
static LIBRARIES: &[(&str, &str)] = &[
    ("base", include_str!("../lib/base.bpl")),
    ("node", include_str!("../lib/node.bpl")),
    ("set_size", include_str!("../lib/set_size.bpl")),
];

/// Adds the libraries of these names to the map.
pub fn load_libraries(names: &[String], map: &mut SourceMap) -> Result<Vec<FileId>, String> {
    let mut files = Vec::new();
    let mut added: Vec<&str> = Vec::new();
    for name in names {
        let Some((name, text)) = LIBRARIES.iter().find(|(library, _)| library == name) else {
            let known = LIBRARIES.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            return Err(format!("there is no library `{name}`; there is {known}"));
        };
        if !added.contains(name) {
            added.push(name);
            files.push(map.add(format!("lib:{name}"), *text));
        }
    }
    Ok(files)
}

/// Parses the files as one program, in order.
pub fn parse(files: &[FileId], map: &SourceMap) -> (ast::Program, Vec<Diagnostic>) {
    let mut program = ast::Program::default();
    let mut diagnostics = Vec::new();
    for file in files {
        let (part, found) = front::bpl::parse(*file, &map.file(*file).text);
        program.decls.extend(part.decls);
        diagnostics.extend(found);
    }
    (program, diagnostics)
}

/// Parses and type checks the files as one program; none when there are errors. Warnings come either way.
pub fn typecheck(files: &[FileId], map: &SourceMap) -> (Option<typed::Program>, Vec<Diagnostic>) {
    let (program, mut diagnostics) = parse(files, map);
    if has_errors(&diagnostics) {
        return (None, diagnostics);
    }
    let (program, found) = ivl::typecheck::typecheck(&program);
    diagnostics.extend(found);
    let accepted = !has_errors(&diagnostics);
    (accepted.then_some(program), diagnostics)
}

pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
