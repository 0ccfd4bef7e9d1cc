//! `counterpoint dump`: prints an intermediate form of a program.

use crate::options::{DumpOptions, Stage};
use crate::render::{self, human::Human};
use crate::{EXIT_INVALID, input, parse};
use source::{Diagnostic, SourceMap};

pub fn run(options: &DumpOptions) -> Result<u8, String> {
    let mut map = SourceMap::new();
    let mut files = parse::load_libraries(&options.libs, &mut map)?;
    let input = input::load_file(&options.file, &mut map);
    if let Some(finding) = input.finding {
        return Ok(rejected(&map, &[finding]));
    }
    files.push(input.file);
    let (program, diagnostics) = parse::parse(&files, &map);
    if parse::has_errors(&diagnostics) {
        return Ok(rejected(&map, &diagnostics));
    }
    let stage = match options.stage {
        Stage::Ast => {
            render::print(&ivl::print_ast::print(&program))?;
            return Ok(0);
        }
        Stage::Typed => ivl::dump::Stage::Typed,
        Stage::Mono => ivl::dump::Stage::Mono,
        Stage::Contract => ivl::dump::Stage::Contract,
        Stage::Acyclic => ivl::dump::Stage::Acyclic,
        Stage::Passive => ivl::dump::Stage::Passive,
        Stage::Smt => ivl::dump::Stage::Smt,
    };
    let (program, diagnostics) = ivl::typecheck::typecheck(&program);
    if parse::has_errors(&diagnostics) {
        return Ok(rejected(&map, &diagnostics));
    }
    match ivl::dump::dump(&program, stage) {
        Ok(text) => render::print(&text).map(|()| 0),
        Err(diagnostics) => Ok(rejected(&map, &diagnostics)),
    }
}

fn rejected(map: &SourceMap, diagnostics: &[Diagnostic]) -> u8 {
    let human = Human::new(&std::io::stderr(), false);
    for diagnostic in diagnostics {
        eprintln!("{}", human.diagnostic(map, diagnostic));
    }
    EXIT_INVALID
}
