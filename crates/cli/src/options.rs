//! The options, as the user writes them.

use crate::input::Kind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A verifier for concurrent programs.
#[derive(Parser, Debug)]
#[command(name = "counterpoint", version)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Verify files or folders
    Check(CheckOptions),
    /// Search a C or Java program for a failing interleaving, within bounds
    Explore(ExploreOptions),
    /// Print the inferred effect summaries of a C file
    Summarize { file: PathBuf },
    /// Write a copy of a Java program with one fault in its use of locks
    Inject(InjectOptions),
    /// Print an intermediate form of a program
    Dump(DumpOptions),
    /// Print the long text of a diagnostic code, or list all codes
    Explain {
        /// A code such as E0401, or a kind such as `assertion`
        code: Option<String>,
    },
}

#[derive(Args, Debug)]
pub struct CheckOptions {
    /// Files, or folders to search for files
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,

    /// Treat all given files as one program
    #[arg(long)]
    pub together: bool,

    /// Add a library to every program (also -lib:NAME)
    #[arg(long = "lib", value_name = "NAME")]
    pub libs: Vec<String>,

    /// Check only the procedure, obligation or module of this name
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,

    /// Proof method; by default `effects` for C, `rely` and `locks` for Java, `layers` for a program with Civl's actions and yields, else `sequential`
    #[arg(long)]
    pub engine: Option<Engine>,

    /// How to print the results
    #[arg(long, default_value = "human")]
    pub format: Format,

    /// Wall-clock limit per question to the solver, or for a failing run of a C program
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub timeout: Duration,

    /// Wall-clock limit for the whole run; 0 for none. What is not reached by then is unknown
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = run_limit)]
    pub time_limit: RunLimit,

    /// How many procedures, or C programs, are checked at once; by default the number of cores
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,

    /// The SMT solver to run; else $COUNTERPOINT_Z3, the project's own copy, z3 on PATH
    #[arg(long, value_name = "PATH")]
    pub solver: Option<PathBuf>,

    /// Pass an option to the solver (repeatable)
    #[arg(long = "solver-option", value_name = "KEY=VALUE", value_parser = solver_option)]
    pub solver_options: Vec<(String, String)>,

    /// Random seed of the solver
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,

    /// Check a Java class as one that any number of threads may use at any time (repeatable)
    #[arg(long = "thread-safe", value_name = "CLASS")]
    pub thread_safe: Vec<String>,

    /// Of Java programs: say which lock protects each field of a thread-safe class of which nothing is declared
    #[arg(long)]
    pub infer: bool,

    /// Of C programs: how other threads are represented
    #[arg(long, default_value = "summaries")]
    pub interference: Interference,

    /// Of C programs: `malloc` may also give null, except in `init`
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// Check the properties of Java lock classes for exactly so many threads, rather than for every number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub threads: Option<u32>,

    /// Neither read nor write cached results
    #[arg(long)]
    pub no_cache: bool,

    /// Where results are cached, rather than in the user's cache folder
    #[arg(long, value_name = "FOLDER")]
    pub cache_dir: Option<PathBuf>,

    /// Ask again for so many percent of what the cache answers, and compare
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub recheck: u8,

    /// Fail, with exit code 3, if something was not asked, or is believed because the text says so
    #[arg(long)]
    pub strict: bool,

    /// List proved obligations too, name the solver, and say how C programs were proved
    #[arg(long, short)]
    pub verbose: bool,
}

#[derive(Args, Debug)]
pub struct ExploreOptions {
    /// Files, or folders to search for files
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,

    /// How many threads run
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub threads: u8,

    /// How many operations each thread calls at most
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(1..=15))]
    pub ops: u8,

    /// Give up after so many states
    #[arg(long, value_name = "N", default_value = "50000000")]
    pub states: usize,

    /// Wall-clock limit per program
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds)]
    pub timeout: Duration,

    /// Wall-clock limit for the whole run; 0 for none
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = run_limit)]
    pub time_limit: RunLimit,

    /// `malloc` may also give null, except in `init`
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// In Java, let waiting threads wake up for no reason
    #[arg(long)]
    pub spurious: bool,

    /// In Java, let methods that are called from outside release every lock that they take
    #[arg(long)]
    pub balanced: bool,

    /// In Java, do not look for findings of this name, such as `uncaught-exception` (repeatable)
    #[arg(long, value_name = "NAME")]
    pub ignore: Vec<String>,

    /// Draw the heap before each step of a failing run, as SVG and DOT
    #[arg(long, value_name = "FOLDER")]
    pub pictures: Option<PathBuf>,

    /// How to print the results
    #[arg(long, default_value = "human")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct InjectOptions {
    /// What goes wrong: a call is modified, or depends on a variable, or on a new counter
    #[arg(long)]
    pub kind: FaultKind,

    /// Chooses the fault; the same seed gives the same fault
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: u64,

    /// A Java file, or a folder of them
    pub source: PathBuf,

    /// The folder that the copy is written to
    pub target: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FaultKind {
    /// A call of a lock's method is removed, doubled or exchanged
    Im,
    /// A call depends on a variable that is there
    Icv,
    /// A call depends on a new counter
    Icn,
}

#[derive(Args, Debug)]
pub struct DumpOptions {
    /// Which form to print
    #[arg(long)]
    pub stage: Stage,

    /// Add a library to the program (also -lib:NAME)
    #[arg(long = "lib", value_name = "NAME")]
    pub libs: Vec<String>,

    /// A file; for Java also a folder
    pub file: PathBuf,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Sequential,
    Layers,
    Rely,
    Locks,
    Effects,
}

impl Engine {
    pub fn name(self) -> &'static str {
        match self {
            Engine::Sequential => "sequential",
            Engine::Layers => "layers",
            Engine::Rely => "rely",
            Engine::Locks => "locks",
            Engine::Effects => "effects",
        }
    }

    /// What its programs are written in.
    pub fn language(self) -> Kind {
        match self {
            Engine::Sequential | Engine::Layers => Kind::Boogie,
            Engine::Rely | Engine::Locks => Kind::Java,
            Engine::Effects => Kind::C,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interference {
    /// By the summaries of what an operation does
    Summaries,
    /// By merging views, step and projection: the slow method that the summaries replace, to compare with
    Classical,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Human,
    Json,
    /// The first version of `json`, for scripts that rely on it
    Json1,
    Sarif,
}

/// The levels of a program from its text to the solver, in order.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The procedures of a C program, as graphs of atomic steps.
    Concurrent,
    /// The classes of a Java program, their methods as graphs of instructions.
    Object,
    Ast,
    Typed,
    Mono,
    /// The plain procedures that are checked of a Civl program.
    Obligations,
    Contract,
    Acyclic,
    Passive,
    Smt,
}

/// Rewrites Boogie's `-lib:NAME` and `/lib:NAME` to `--lib=NAME`.
pub fn boogie_spellings(args: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    args.map(|arg| {
        let name = arg.to_str().and_then(|text| text.strip_prefix("-lib:").or_else(|| text.strip_prefix("/lib:")));
        match name {
            Some(name) => format!("--lib={name}").into(),
            None => arg,
        }
    })
}

/// The limit of a whole run, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimit(pub Option<Duration>);

fn run_limit(text: &str) -> Result<RunLimit, String> {
    match text.parse() {
        Ok(0.0) => Ok(RunLimit(None)),
        _ => seconds(text).map(|limit| RunLimit(Some(limit))),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    if seconds.is_nan() || seconds <= 0.0 {
        return Err("the limit must be more than zero".to_string());
    }
    // No run takes more than a year, and clocks do not reach much further.
    let year = Duration::from_secs(365 * 24 * 3600);
    Duration::try_from_secs_f64(seconds).map(|limit| limit.min(year)).map_err(|error| error.to_string())
}

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least one job is needed".to_string()),
        Ok(jobs) => Ok(jobs),
        Err(_) => Err("not a number of jobs".to_string()),
    }
}

/// `key=value`; a leading colon of the key is dropped. The text goes into a solver command, so it must be one
/// plain word on each side.
fn solver_option(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    let key = key.trim_start_matches(':');
    let plain = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "._-+".contains(c));
    if !plain(key) || !plain(value) {
        return Err("expected KEY=VALUE with a plain word on each side".to_string());
    }
    Ok((key.to_string(), value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_what_is_built() {
        use clap::CommandFactory;
        let mut command = Options::command();
        let commands = command.render_help().to_string();
        assert!(!commands.contains("not built"), "{commands}");
        let check = command.find_subcommand_mut("check").expect("it is a command").render_help().to_string();
        assert!(check.contains("[possible values: sequential, layers, rely, locks, effects]"), "{check}");
    }

    #[test]
    fn the_options_are_well_formed() {
        use clap::CommandFactory;
        Options::command().debug_assert();
    }

    #[test]
    fn libraries_in_boogies_spelling() {
        let args = ["counterpoint", "check", "-lib:base", "/lib:base", "a.bpl"].map(OsString::from);
        let Command::Check(options) = Options::parse_from(boogie_spellings(args.into_iter())).command else {
            panic!("expected `check`");
        };
        assert_eq!(options.libs, ["base", "base"]);
        assert_eq!(options.paths, [PathBuf::from("a.bpl")]);
    }

    #[test]
    fn limits_must_be_positive_numbers() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["0", "-1", "NaN", "inf", "1e300", "x"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
        assert_eq!(run_limit("0"), Ok(RunLimit(None)));
        assert_eq!(run_limit("2"), Ok(RunLimit(Some(Duration::from_secs(2)))));
        assert!(run_limit("-1").is_err());
        assert!(jobs("0").is_err());
    }

    #[test]
    fn solver_options_are_plain_words() {
        assert_eq!(solver_option(":smt.mbqi=false"), Ok(("smt.mbqi".to_string(), "false".to_string())));
        for bad in ["smt.mbqi", "=1", "a=", "a=b) (exit", "a b=c"] {
            assert!(solver_option(bad).is_err(), "{bad}");
        }
    }
}
