//! Finds the SMT solver and makes the pool of its processes.

use crate::options::CheckOptions;
use smt::{Pool, SolverConfig, SolverInfo, SolverSession};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where `make setup` puts the pinned solver, below the project's folder.
const OWN_COPY: &str = ".tools/z3";

pub struct Solver {
    pub pool: Pool,
    pub info: SolverInfo,
    pub config: SolverConfig,
}

/// Finds the solver, makes sure that it is one and takes its options, and prepares a pool of `jobs` processes.
pub fn start(options: &CheckOptions, jobs: usize) -> Result<Solver, String> {
    let mut config = SolverConfig::new(find(options.solver.as_deref())?);
    if config.is_z3() {
        let tuned = ivl::check::Z3_OPTIONS.iter();
        config.options.extend(tuned.map(|(key, value)| (key.to_string(), value.to_string())));
    }
    if let Some(seed) = options.seed {
        let seeds = seed_options(&config, seed);
        config.options.extend(seeds);
    }
    config.options.extend(options.solver_options.iter().cloned());
    let info = config.probe().map_err(|error| error.to_string())?;
    let of_session = config.clone();
    let pool = Pool::new(Arc::new(move || Box::new(SolverSession::new(of_session.clone()))), jobs);
    Ok(Solver { pool, info, config })
}

/// What the user named, else `$COUNTERPOINT_Z3`, else the project's own copy, else `z3` on the search path.
fn find(named: Option<&Path>) -> Result<PathBuf, String> {
    let from_environment = || env::var_os("COUNTERPOINT_Z3").filter(|path| !path.is_empty()).map(PathBuf::from);
    named.map(Path::to_path_buf).or_else(from_environment).or_else(own_copy).or_else(on_search_path).ok_or_else(|| {
        "no SMT solver was found; run `make setup` in Counterpoint's folder to fetch the pinned Z3, \
         or name a solver with --solver or $COUNTERPOINT_Z3"
            .to_string()
    })
}

/// The copy in the folder of the executable or in a folder above it. Not in the user's folder: what is to be checked
/// must not choose the solver.
fn own_copy() -> Option<PathBuf> {
    let executable = env::current_exe().ok()?;
    executable.ancestors().map(|folder| folder.join(OWN_COPY)).find(|path| path.is_file())
}

fn on_search_path() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join("z3")).find(|path| path.is_file())
}

fn seed_options(config: &SolverConfig, seed: u32) -> Vec<(String, String)> {
    let keys: &[&str] = if config.is_z3() { &["smt.random_seed", "sat.random_seed"] } else { &["seed"] };
    keys.iter().map(|key| (key.to_string(), seed.to_string())).collect()
}
