//! `counterpoint summarize`: prints the effect summaries of a C program.

use crate::EXIT_INVALID;
use crate::input::{self, Kind};
use crate::render::{self, human::Human};
use concurrent::spec::elaborate;
use source::{Diagnostic, SourceMap};
use std::path::Path;

pub fn run(path: &Path) -> Result<u8, String> {
    let mut map = SourceMap::new();
    let input = input::load(&input::Found::named(path), &mut map);
    if let Some(finding) = input.finding {
        return Ok(rejected(&map, &[finding]));
    }
    if input::kind(path) != Some(Kind::C) {
        return Err("only C programs have effect summaries".to_string());
    }
    let (program, diagnostics) = front::c::parse(input.file, &map.file(input.file).text);
    let Some(program) = program else { return Ok(rejected(&map, &diagnostics)) };
    let text = elaborate(&program).and_then(|spec| effects::check::summarize(&program, &spec));
    match text {
        Ok(text) => render::print(&text).map(|()| 0),
        Err(diagnostics) => Ok(rejected(&map, &diagnostics)),
    }
}

fn rejected(map: &SourceMap, diagnostics: &[Diagnostic]) -> u8 {
    let human = Human::new(&std::io::stderr(), false);
    for diagnostic in diagnostics {
        render::tell(&human.diagnostic(map, diagnostic));
    }
    EXIT_INVALID
}
