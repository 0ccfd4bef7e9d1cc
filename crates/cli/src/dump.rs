//! `counterpoint dump`: prints an intermediate form of a program.

use crate::options::{DumpOptions, Stage};
use crate::render::{self, human::Human};
use crate::{EXIT_INVALID, input, parse};
use ivl::threads::is_beyond_sequential;
use ivl::typed;
use source::{Diagnostic, SourceMap};

pub fn run(options: &DumpOptions) -> Result<u8, String> {
    let mut map = SourceMap::new();
    let libraries = parse::load_libraries(&options.libs, &mut map)?;
    let input = input::load_file(&options.file, &mut map);
    if let Some(finding) = input.finding {
        return Ok(rejected(&map, &[finding]));
    }
    let (mut program, diagnostics) = parse::parse(&libraries, &[input.file], &map);
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
        Stage::Obligations => ivl::dump::Stage::Typed,
        Stage::Contract => ivl::dump::Stage::Contract,
        Stage::Acyclic => ivl::dump::Stage::Acyclic,
        Stage::Passive => ivl::dump::Stage::Passive,
        Stage::Smt => ivl::dump::Stage::Smt,
    };
    parse::complete(&mut program, &mut map);
    let (program, diagnostics) = ivl::typecheck::typecheck(&program);
    if parse::has_errors(&diagnostics) {
        return Ok(rejected(&map, &diagnostics));
    }
    let program = match options.stage {
        Stage::Ast | Stage::Typed | Stage::Mono => program,
        Stage::Obligations | Stage::Contract | Stage::Acyclic | Stage::Passive | Stage::Smt => {
            match obligations(program) {
                Ok(program) => program,
                Err(diagnostics) => return Ok(rejected(&map, &diagnostics)),
            }
        }
    };
    match ivl::dump::dump(&program, stage) {
        Ok(text) => render::print(&text).map(|()| 0),
        Err(diagnostics) => Ok(rejected(&map, &diagnostics)),
    }
}

/// The plain procedures that are checked: what `layers` makes of a Civl program, any other program itself.
fn obligations(program: typed::Program) -> Result<typed::Program, Vec<Diagnostic>> {
    match is_beyond_sequential(&program) {
        true => Ok(layers::check::obligations(&program)?.to_prove()),
        false => Ok(program),
    }
}

fn rejected(map: &SourceMap, diagnostics: &[Diagnostic]) -> u8 {
    let human = Human::new(&std::io::stderr(), false);
    for diagnostic in diagnostics {
        eprintln!("{}", human.diagnostic(map, diagnostic));
    }
    EXIT_INVALID
}
