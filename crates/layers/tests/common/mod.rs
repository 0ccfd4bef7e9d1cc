//! From text to Civl programs, for tests.

// Each test uses its part of this.
#![allow(dead_code)]

use expect_test::Expect;
use ivl::mono::Mono;
use ivl::typed::Program;
use layers::civl::Civl;
use source::{Diagnostic, Severity, SourceMap};

const LIBRARIES: [(&str, &str); 3] = [
    ("base", include_str!("../../../cli/lib/base.bpl")),
    ("node", include_str!("../../../cli/lib/node.bpl")),
    ("set_size", include_str!("../../../cli/lib/set_size.bpl")),
];

/// A monomorphic program with its text.
pub struct Loaded {
    pub map: SourceMap,
    pub mono: Mono,
}

/// Parses and type checks the texts, after the libraries of these names, as one program.
pub fn typed(libraries: &[&str], files: &[(&str, &str)]) -> Result<(SourceMap, Program), (SourceMap, Vec<Diagnostic>)> {
    let mut map = SourceMap::new();
    let mut program = ivl::ast::Program::default();
    let libraries = LIBRARIES.iter().filter(|(name, _)| libraries.contains(name));
    for (name, text) in libraries.chain(files) {
        let file = map.add(name.to_string(), *text);
        let (part, diagnostics) = front::bpl::parse(file, text);
        if !diagnostics.is_empty() {
            return Err((map, diagnostics));
        }
        program.decls.extend(part.decls);
    }
    let (typed, diagnostics) = ivl::typecheck::typecheck(&program);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err((map, diagnostics));
    }
    Ok((map, typed))
}

/// Parses, type checks and monomorphises the texts, after the libraries of these names, as one program.
pub fn load(libraries: &[&str], files: &[(&str, &str)]) -> Result<Loaded, (SourceMap, Vec<Diagnostic>)> {
    let (map, typed) = typed(libraries, files)?;
    match ivl::mono::monomorphise(ivl::inline_functions::inline_functions(typed)) {
        Ok(mono) => Ok(Loaded { map, mono }),
        Err(diagnostics) => Err((map, diagnostics)),
    }
}

/// A program that gets as far as elaboration.
pub fn load_text(text: &str) -> Loaded {
    load(&["base"], &[("test.bpl", text)]).unwrap_or_else(|(map, diagnostics)| panic!("{}", render(&map, &diagnostics)))
}

impl Loaded {
    /// The elaborated program; panics if there is none.
    pub fn civl(&self) -> Civl<'_> {
        layers::elaborate::elaborate(&self.mono)
            .unwrap_or_else(|diagnostics| panic!("{}", render(&self.map, &diagnostics)))
    }
}

/// One diagnostic per line, with labels and help below.
pub fn render(map: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let place = |span| {
        let start = map.start(span);
        format!("{}:{}", start.line, start.column)
    };
    let mut rendered = String::new();
    for diagnostic in diagnostics {
        rendered += &format!("{}: {} {}\n", place(diagnostic.span), diagnostic.code.id, diagnostic.message);
        for label in &diagnostic.related {
            rendered += &format!("  {}: {}\n", place(label.span), label.text);
        }
        for help in &diagnostic.help {
            rendered += &format!("  help: {help}\n");
        }
    }
    rendered
}

/// Compares what is said about the program, by elaboration or before it.
pub fn check_elaboration(text: &str, expected: Expect) {
    let (map, diagnostics) = match load(&["base"], &[("test.bpl", text)]) {
        Ok(loaded) => {
            let diagnostics = layers::elaborate::elaborate(&loaded.mono).err().unwrap_or_default();
            (loaded.map, diagnostics)
        }
        Err((map, diagnostics)) => (map, diagnostics),
    };
    expected.assert_eq(&render(&map, &diagnostics));
}
