//! Finds the SMT solver and makes the pool of its processes.

use crate::options::CheckOptions;
use smt::{Pool, ProbeError, SolverConfig, SolverInfo, SolverSession, Stop};
use source::Deadline;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where `make setup` puts the pinned solver: below the folder of the project that built this program.
const OWN_COPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/z3");

/// What Z3 answers when it is asked for its name.
const Z3: &str = "Z3";

pub struct Solver {
    pub pool: Pool,
    pub info: SolverInfo,
    pub config: SolverConfig,
}

/// Options of Z3, as pairs of a key and a value.
type Tuning = &'static [(&'static str, &'static str)];

/// Finds the solver, makes sure that it is one and takes its options, and prepares a pool of `jobs` processes.
pub fn start(options: &CheckOptions, jobs: usize, tuning: Tuning, deadline: Deadline) -> Result<Solver, String> {
    let (path, origin) = find(options.solver.as_deref())?;
    let (info, config) =
        probed(SolverConfig::new(path), options, tuning).map_err(|error| format!("{error}{origin}"))?;
    let of_session = config.clone();
    let session = move || SolverSession::new(of_session.clone()).stopping(Stop::when(move || deadline.is_over()));
    Ok(Solver { pool: Pool::new(Arc::new(move || Box::new(session())), jobs), info, config })
}

fn probed(bare: SolverConfig, options: &CheckOptions, tuning: Tuning) -> Result<(SolverInfo, SolverConfig), String> {
    let config = with_options(&bare, bare.is_z3(), options, tuning);
    match config.probe() {
        Ok(info) => Ok((info, config)),
        Err(error @ ProbeError::Silent(_)) => Err(error.to_string()),
        Err(_) => with_accepted_options(&bare, options, tuning),
    }
}

/// The solver with the options that suit it, then the user's.
fn with_options(bare: &SolverConfig, is_z3: bool, options: &CheckOptions, tuning: Tuning) -> SolverConfig {
    let mut config = bare.clone();
    if is_z3 {
        let tuned = ivl::check::Z3_OPTIONS.iter().chain(tuning);
        config.options.extend(tuned.map(|(key, value)| (key.to_string(), value.to_string())));
    }
    if let Some(seed) = options.seed {
        let keys: &[&str] = if is_z3 { &["smt.random_seed", "sat.random_seed"] } else { &["seed"] };
        config.options.extend(keys.iter().map(|key| (key.to_string(), seed.to_string())));
    }
    config.options.extend(options.solver_options.iter().cloned());
    config
}

/// A solver that failed its first probe: it may be another than its path suggests, or not know an option of the user.
fn with_accepted_options(
    bare: &SolverConfig,
    options: &CheckOptions,
    tuning: Tuning,
) -> Result<(SolverInfo, SolverConfig), String> {
    let info = bare.probe().map_err(|error| error.to_string())?;
    let config = with_options(bare, info.name == Z3, options, tuning);
    match config.probe() {
        Ok(info) => Ok((info, config)),
        Err(error) => Err(refused_option(bare, &info, options).unwrap_or_else(|| error.to_string())),
    }
}

/// The first option of the user that the solver does not take, with the first line of its reason.
fn refused_option(bare: &SolverConfig, info: &SolverInfo, options: &CheckOptions) -> Option<String> {
    options.solver_options.iter().find_map(|(key, value)| match bare.clone().option(key, value).probe() {
        Err(ProbeError::NotASolver(_, reason)) => {
            let reason = reason.lines().next().unwrap_or_default();
            Some(format!("{} refuses `--solver-option {key}={value}`: {reason}", described(info)))
        }
        Ok(_)
        | Err(
            ProbeError::NotFound(_)
            | ProbeError::NotExecutable(_)
            | ProbeError::CannotRun(..)
            | ProbeError::Silent(_)
            | ProbeError::Died(..),
        ) => None,
    })
}

impl Solver {
    /// Name, version and place.
    pub fn described(&self) -> String {
        format!("{} ({})", described(&self.info), self.config.path.display())
    }
}

/// Name and version.
fn described(info: &SolverInfo) -> String {
    format!("{} {}", info.name, info.version)
}

/// What the user named, else `$COUNTERPOINT_Z3`, else the project's own copy, else `z3` on the search path; and where
/// it comes from, as a sentence where the user did not name it.
fn find(named: Option<&Path>) -> Result<(PathBuf, &'static str), String> {
    let from_environment = || env::var_os("COUNTERPOINT_Z3").filter(|path| !path.is_empty()).map(PathBuf::from);
    let named = named.map(|path| (path.to_path_buf(), ""));
    named
        .or_else(|| from_environment().map(|path| (path, " $COUNTERPOINT_Z3 names it.")))
        .or_else(|| own_copy().map(|path| (path, " It is the copy that `make setup` fetched.")))
        .or_else(|| on_search_path().map(|path| (path, " It is the first on the PATH.")))
        .ok_or_else(|| {
            "no SMT solver was found; run `make setup` in Counterpoint's folder to fetch the pinned Z3, \
             or name a solver with --solver or $COUNTERPOINT_Z3"
                .to_string()
        })
}

/// Looked for in one place only: what is to be checked must not choose the solver.
fn own_copy() -> Option<PathBuf> {
    Some(PathBuf::from(OWN_COPY)).filter(|path| path.is_file())
}

/// Entries that are empty or relative mean a folder that may be the checked one, and are passed over.
fn on_search_path() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let absolute = env::split_paths(&folders).filter(|folder| folder.is_absolute());
    absolute.map(|folder| folder.join("z3")).find(|path| path.is_file())
}
