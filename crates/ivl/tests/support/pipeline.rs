//! From text to verdicts, with a real solver.

// Each test uses its part of this.
#![allow(dead_code)]

use ivl::check::{Context, Z3_OPTIONS, check, prepare};
use ivl::typed;
use smt::{Cache, Pool, SolverConfig, SolverInfo, SolverSession};
use source::{Diagnostic, Report, Severity, SourceMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The solver that the tests use.
pub struct Solver {
    pub pool: Pool,
    pub info: SolverInfo,
    pub config: SolverConfig,
    pub cache: Cache,
}

impl Solver {
    /// `$COUNTERPOINT_Z3`, else the project's own copy.
    pub fn path() -> PathBuf {
        let own = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.tools/z3");
        std::env::var_os("COUNTERPOINT_Z3").filter(|path| !path.is_empty()).map_or_else(own, PathBuf::from)
    }

    pub fn start(processes: usize) -> Solver {
        let mut config = SolverConfig::new(Solver::path());
        config.options.extend(Z3_OPTIONS.iter().map(|(key, value)| (key.to_string(), value.to_string())));
        let info = config.probe().unwrap_or_else(|error| panic!("{error} Run `make setup`."));
        let of_session = config.clone();
        let pool = Pool::new(Arc::new(move || Box::new(SolverSession::new(of_session.clone()))), processes);
        Solver { pool, info, config, cache: Cache::disabled() }
    }

    pub fn check(&self, program: &typed::Program) -> Report {
        let context = Context {
            pool: &self.pool,
            cache: &self.cache,
            info: &self.info,
            config: &self.config,
            deadline: source::Deadline::never(),
            timeout: Duration::from_secs(10),
            jobs: 1,
            only: None,
            progress: &|_, _| {},
        };
        check(program.clone(), &context)
    }
}

/// A program that typechecks.
pub struct Checked {
    pub map: SourceMap,
    pub typed: typed::Program,
    /// Without type variables and inline functions.
    pub prepared: typed::Program,
}

pub fn read(text: &str) -> Result<Checked, Vec<Diagnostic>> {
    let mut map = SourceMap::new();
    let file = map.add("test.bpl", text);
    let (ast, diagnostics) = front::bpl::parse(file, text);
    refuse(diagnostics)?;
    let (typed, diagnostics) = ivl::typecheck::typecheck(&ast);
    refuse(diagnostics)?;
    let prepared = prepare(typed.clone())?;
    Ok(Checked { map, typed, prepared })
}

fn refuse(diagnostics: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) { Err(diagnostics) } else { Ok(()) }
}
