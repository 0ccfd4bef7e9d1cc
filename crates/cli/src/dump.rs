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
    match options.stage {
        Stage::Ast => {
            let (program, diagnostics) = parse::parse(&files, &map);
            if parse::has_errors(&diagnostics) {
                return Ok(rejected(&map, &diagnostics));
            }
            render::print(&ivl::print_ast::print(&program))?;
            Ok(0)
        }
        Stage::Typed | Stage::Mono | Stage::Contract | Stage::Acyclic | Stage::Passive | Stage::Smt => {
            Err("only the stage `ast` can be printed yet".to_string())
        }
    }
}

fn rejected(map: &SourceMap, diagnostics: &[Diagnostic]) -> u8 {
    let human = Human::new(&std::io::stderr(), false);
    for diagnostic in diagnostics {
        eprintln!("{}", human.diagnostic(map, diagnostic));
    }
    EXIT_INVALID
}
