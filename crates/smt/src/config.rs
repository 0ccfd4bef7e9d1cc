//! Which solver to run and how, and whether it is a solver at all.

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::conversation::{Break, Conversation};
use crate::dialect::{self, Family, Response};
use crate::process::Stop;

/// A solver must introduce itself within this time.
const PROBE_TIME: Duration = Duration::from_secs(15);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverConfig {
    pub path: PathBuf,
    pub args: Vec<String>,
    /// Pairs of a keyword without its colon and a value: `set-option` commands for the start
    /// and after each reset.
    pub options: Vec<(String, String)>,
}

/// What a solver says about itself, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverInfo {
    pub name: String,
    pub version: String,
    /// A hash of the file that is run.
    pub contents: [u8; 32],
}

/// Why a path cannot serve as a solver. The text is a whole sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProbeError {
    NotFound(PathBuf),
    NotExecutable(PathBuf),
    CannotRun(PathBuf, String),
    /// It runs, and says nothing in time.
    Silent(PathBuf),
    /// It ended before it answered; the text says how.
    Died(PathBuf, String),
    /// It runs, but does not behave as an SMT-LIB solver; the text says how.
    NotASolver(PathBuf, String),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::NotFound(path) => {
                write!(f, "There is no solver `{}`.", path.display())
            }
            ProbeError::NotExecutable(path) => {
                write!(f, "The solver `{}` is not an executable file.", path.display())
            }
            ProbeError::CannotRun(path, why) => {
                write!(f, "The solver `{}` cannot be run: {why}.", path.display())
            }
            ProbeError::Silent(path) => {
                let (path, time) = (path.display(), PROBE_TIME.as_secs());
                write!(f, "The solver `{path}` did not answer within {time} s: it hangs, or the machine is too busy.")
            }
            ProbeError::Died(path, how) => {
                let path = path.display();
                write!(f, "The program `{path}` is not an SMT-LIB solver: {how} before it answered.")
            }
            ProbeError::NotASolver(path, how) => {
                let path = path.display();
                write!(f, "The program `{path}` is not an SMT-LIB solver: {how}.")
            }
        }
    }
}

impl std::error::Error for ProbeError {}

impl SolverConfig {
    /// The solver at a path, with the arguments its name calls for and no options.
    pub fn new(path: impl Into<PathBuf>) -> SolverConfig {
        let path = path.into();
        let args: &[&str] = match family_of_path(&path) {
            Family::Cvc5 => &["--incremental", "--lang", "smt2", "-q"],
            Family::Z3 | Family::Other => &["-in", "-smt2"],
        };
        SolverConfig { path, args: args.iter().map(|arg| (*arg).to_owned()).collect(), options: Vec::new() }
    }

    #[must_use]
    pub fn option(mut self, keyword: &str, value: &str) -> SolverConfig {
        self.options.push((keyword.to_owned(), value.to_owned()));
        self
    }

    /// Runs the solver once, to learn its name and version and to see that it can tell
    /// satisfiable from unsatisfiable. One that dies is tried once more.
    pub fn probe(&self) -> Result<SolverInfo, ProbeError> {
        match self.probe_once() {
            Err(ProbeError::Died(..)) => self.probe_once(),
            probed => probed,
        }
    }

    fn probe_once(&self) -> Result<SolverInfo, ProbeError> {
        let not_a_solver = |how: String| ProbeError::NotASolver(self.path.clone(), how);
        let mut conversation =
            Conversation::start(&self.path, &self.args).map_err(|error| self.cannot_start(&error))?;
        conversation.tell("(get-info :name)");
        conversation.tell("(get-info :version)");
        conversation.tell(&self.preamble());
        conversation.tell("(check-sat)");
        conversation.tell("(assert false)\n(check-sat)");
        // While the solver starts, which takes longer.
        let contents = self.contents().map_err(|error| {
            ProbeError::CannotRun(
                self.path.clone(),
                format!("its file, by which it is distinguished from others, cannot be read: {error}"),
            )
        })?;
        let outputs = match conversation.hear(Instant::now() + PROBE_TIME, &Stop::never()) {
            Ok((_, outputs)) => outputs,
            Err(Break::Deadline | Break::Stopped) => return Err(ProbeError::Silent(self.path.clone())),
            Err(Break::Rubbish(text)) => return Err(not_a_solver(format!("it printed `{}`", text.trim()))),
            Err(Break::Ended { ending, .. }) => {
                return Err(ProbeError::Died(self.path.clone(), ending.status));
            }
        };
        let [name, version, preamble, sat, unsat] = &outputs[..] else {
            return Err(not_a_solver("it skipped a command".to_owned()));
        };
        let (Some(name), Some(version)) = (dialect::info(name, ":name"), dialect::info(version, ":version")) else {
            return Err(not_a_solver("it does not tell its name and version".to_owned()));
        };
        if let Some(response) = dialect::responses(preamble).first() {
            let complaint = match response {
                Response::Error(message) => message.clone(),
                other => format!("{other:?}"),
            };
            return Err(not_a_solver(format!("it does not take its options: {complaint}")));
        }
        let answers = [dialect::responses(sat), dialect::responses(unsat)];
        if answers != [[Response::Sat], [Response::Unsat]] {
            return Err(not_a_solver("it cannot tell true from false".to_owned()));
        }
        Ok(SolverInfo { name, version, contents })
    }

    /// A hash of the solver's file.
    ///
    /// Two solvers may print the same version: a build with a patch, one with a bug that was mended, one that was planted.
    /// So the file itself is what distinguishes the answers of one from those of the other. It is read at each probe:
    /// hashing the 30 MB of Z3 takes 10 ms, while the process starts, and anything cheaper, such as the file's size, time
    /// and number, can be forged by whoever can exchange the file. Libraries that it loads, and what a script runs, do not
    /// count: they are the user's, as the solver is.
    fn contents(&self) -> io::Result<[u8; 32]> {
        let mut file = File::open(self.executable())?;
        let mut hasher = blake3::Hasher::new();
        let mut buffer = vec![0; 256 << 10];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(*hasher.finalize().as_bytes()),
                Ok(count) => hasher.update(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
        }
    }

    /// The file that is run: a name without a folder is looked for as the system does it.
    fn executable(&self) -> PathBuf {
        let is_bare = self.path.parent().is_some_and(|folder| folder.as_os_str().is_empty());
        let folders = env::var_os("PATH").filter(|_| is_bare).unwrap_or_default();
        let is_program = |path: &PathBuf| {
            fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
        };
        let found = env::split_paths(&folders).map(|folder| folder.join(&self.path)).find(is_program);
        found.unwrap_or_else(|| self.path.clone())
    }

    /// Whether the solver is taken for Z3: by the name of its file, unless that names another solver.
    pub fn is_z3(&self) -> bool {
        family_of_path(&self.path) != Family::Cvc5
    }

    /// The commands at the start.
    pub(crate) fn preamble(&self) -> String {
        let mut commands = String::from("(set-option :print-success false)\n(set-option :produce-models true)");
        for (keyword, value) in &self.options {
            let keyword = keyword.strip_prefix(':').unwrap_or(keyword);
            commands.push_str(&format!("\n(set-option :{keyword} {value})"));
        }
        // Z3 chooses better by itself than when told a logic; others must be told one.
        match family_of_path(&self.path) {
            Family::Cvc5 => commands.push_str("\n(set-logic ALL)"),
            Family::Z3 | Family::Other => {}
        }
        commands
    }

    pub(crate) fn has_option(&self, keyword: &str) -> bool {
        let mut keywords = self.options.iter().map(|(keyword, _)| keyword);
        keywords.any(|k| k.strip_prefix(':').unwrap_or(k) == keyword)
    }

    fn cannot_start(&self, error: &io::Error) -> ProbeError {
        let path = self.path.clone();
        match error.kind() {
            io::ErrorKind::NotFound if path.exists() => {
                ProbeError::CannotRun(path, "the interpreter or loader that it names does not exist".to_owned())
            }
            io::ErrorKind::NotFound => ProbeError::NotFound(path),
            io::ErrorKind::PermissionDenied => ProbeError::NotExecutable(path),
            _ => ProbeError::CannotRun(path, error.to_string()),
        }
    }
}

fn family_of_path(path: &Path) -> Family {
    let name = path.file_name().unwrap_or_default();
    Family::of_name(&name.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_by_name() {
        let args = |path| SolverConfig::new(path).args.join(" ");
        assert_eq!(args("/opt/z3"), "-in -smt2");
        assert_eq!(args("/z3/cvc5-1.2"), "--incremental --lang smt2 -q");
    }

    #[test]
    fn options_become_commands() {
        let config = SolverConfig::new("z3").option("smt.mbqi", "false").option(":rlimit", "5");
        assert!(config.has_option("rlimit") && !config.has_option("timeout"));
        let preamble = config.preamble();
        assert!(preamble.ends_with("(set-option :smt.mbqi false)\n(set-option :rlimit 5)"));
    }
}
