//! `counterpoint dump`: prints an intermediate form of a program.

use crate::input::{self, Kind};
use crate::options::{DumpOptions, Stage};
use crate::render::{self, human::Human};
use crate::{EXIT_INVALID, java, parse};
use ivl::threads::is_beyond_sequential;
use ivl::typed;
use source::{Diagnostic, FileId, SourceMap};

pub fn run(options: &DumpOptions) -> Result<u8, String> {
    if options.stage == Stage::Object {
        return java::dump(&options.file);
    }
    if java::holds_java(&options.file) {
        return java::dump_obligations(&options.file, ivl_stage(options.stage));
    }
    let mut map = SourceMap::new();
    let libraries = parse::load_libraries(&options.libs, &mut map)?;
    let input = input::load(&input::Found::named(&options.file), &mut map);
    if let Some(finding) = input.finding {
        return Ok(rejected(&map, &[finding]));
    }
    match (input::kind(&options.file), options.stage) {
        (Some(Kind::C), Stage::Concurrent) => return concurrent(&map, input.file),
        (Some(Kind::C), _) => return Err("a C program has only the stage `concurrent`".to_string()),
        (_, Stage::Concurrent) => return Err("only a C program has the stage `concurrent`".to_string()),
        (Some(Kind::Java | Kind::Boogie) | None, _) => {}
    }
    let (mut program, diagnostics) = parse::parse(&libraries, &[input.file], &map);
    if parse::has_errors(&diagnostics) {
        return Ok(rejected(&map, &diagnostics));
    }
    let Some(stage) = ivl_stage(options.stage) else {
        render::print(&ivl::print_ast::print(&program))?;
        return Ok(0);
    };
    parse::complete(&mut program, &mut map);
    let (program, diagnostics) = ivl::typecheck::typecheck(&program);
    if parse::has_errors(&diagnostics) {
        return Ok(rejected(&map, &diagnostics));
    }
    let program = match options.stage {
        Stage::Ast | Stage::Object | Stage::Typed | Stage::Mono | Stage::Concurrent => program,
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

/// The stages that are typed programs.
fn ivl_stage(stage: Stage) -> Option<ivl::dump::Stage> {
    match stage {
        Stage::Ast | Stage::Object | Stage::Concurrent => None,
        Stage::Typed | Stage::Obligations => Some(ivl::dump::Stage::Typed),
        Stage::Mono => Some(ivl::dump::Stage::Mono),
        Stage::Contract => Some(ivl::dump::Stage::Contract),
        Stage::Acyclic => Some(ivl::dump::Stage::Acyclic),
        Stage::Passive => Some(ivl::dump::Stage::Passive),
        Stage::Smt => Some(ivl::dump::Stage::Smt),
    }
}

fn concurrent(map: &SourceMap, file: FileId) -> Result<u8, String> {
    match front::c::parse(file, &map.file(file).text) {
        (Some(program), _) => render::print(&concurrent::text::print(&program)).map(|()| 0),
        (None, diagnostics) => Ok(rejected(map, &diagnostics)),
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
        render::tell(&human.diagnostic(map, diagnostic));
    }
    EXIT_INVALID
}
