//! What the end-to-end tests share: running the binary, scratch folders, the solver, samples.
//!
//! A test must not depend on how busy the machine is. So a run that is to be proved has time in plenty, a test that needs a
//! process at work waits until it has used the processor, and a bound on a time says which wrong behaviour lies beyond it.

// Each test file is a program of its own and uses a part of this.
#![allow(dead_code)]

pub mod programs;
pub mod trials;

pub use programs::*;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use trials::Outcome;

/// No run on a few small programs takes this long unless it hangs, however busy the machine is.
const LIMIT: Duration = Duration::from_secs(300);

/// The environment variable that marks the processes of one run.
const MARK: &str = "COUNTERPOINT_TEST_RUN";

/// Factoring a product of two primes: no solver does it within the limits of these tests.
pub const HARD: &str = r#"
function {:bvbuiltin "bvmul"} mul(bv64, bv64): bv64;
function {:bvbuiltin "bvult"} less(bv64, bv64): bool;
procedure Hard(x: bv64, y: bv64)
  requires less(1bv64, x) && less(x, 4294967296bv64);
  requires less(1bv64, y) && less(y, 4294967296bv64);
{
  assert mul(x, y) != 8687298342800752309bv64;
}
"#;

/// The solver of the tests: the one that `make test` names, else the project's own copy.
pub fn solver() -> PathBuf {
    let named = std::env::var_os("COUNTERPOINT_Z3").filter(|path| !path.is_empty()).map(PathBuf::from);
    let path = named.unwrap_or_else(|| root().join(".tools/z3"));
    assert!(path.is_file(), "there is no solver at {}: run `make setup`", path.display());
    path
}

/// A folder of one test, removed at its end.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("the scratch folder can be made");
        Scratch(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file below the folder.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
        fs::write(&path, contents).expect("the file can be written");
        path
    }

    /// Writes an executable shell script.
    pub fn script(&self, name: &str, body: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(name, format!("#!/bin/sh\n{body}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the script can be made executable");
        path
    }

    /// `counterpoint` with these arguments, in this folder, with the solver of the tests.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_counterpoint"));
        command.args(args).current_dir(&self.0).env("COUNTERPOINT_Z3", solver()).env(MARK, self.mark());
        command.env("XDG_CACHE_HOME", self.caches());
        command
    }

    /// The user's cache folder of this test's runs: hidden, so that it is not checked as a part of the folder.
    pub fn caches(&self) -> PathBuf {
        self.0.join(".caches")
    }

    /// Runs `counterpoint` with these arguments to its end.
    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Finished {
        self.start(self.command(args)).finish()
    }

    /// What one run of `check` with these options says of each of the programs, in JSON: a report by each method that read
    /// it. The programs have all the time they need, and one solver, because tests run side by side.
    pub fn reports_of(&self, options: &[&str], programs: &[PathBuf]) -> Vec<Vec<Value>> {
        let mut command = self.command(["check", "--format", "json1", "--no-cache", "--jobs", "1"]);
        command.args(["--timeout", "100", "--time-limit", "0"]).args(options).args(programs);
        let json = self.start(command).finish_within(LIMIT).json();
        let reports = json["files"].as_array().unwrap_or_else(|| panic!("no list of files: {json}"));
        let of_program = |path: &PathBuf| -> Vec<Value> {
            let path = path.to_str().expect("the path is UTF-8");
            reports.iter().filter(|report| report["path"] == path).cloned().collect()
        };
        let found: Vec<Vec<Value>> = programs.iter().map(of_program).collect();
        assert!(found.iter().all(|reports| !reports.is_empty()), "nothing is said of some program: {json}");
        assert_eq!(found.iter().map(Vec::len).sum::<usize>(), reports.len(), "something is said of other programs");
        found
    }

    /// Starts a command; its output goes to files, so that it never waits for a reader.
    pub fn start(&self, mut command: Command) -> Running {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let (stdout, stderr) = (self.0.join(format!("stdout-{number}")), self.0.join(format!("stderr-{number}")));
        command.stdin(std::process::Stdio::null());
        command.stdout(File::create(&stdout).expect("the output file can be made"));
        command.stderr(File::create(&stderr).expect("the output file can be made"));
        let child = command.spawn().expect("counterpoint can be started");
        Running { child, stdout, stderr, started: Instant::now() }
    }

    fn mark(&self) -> &OsStr {
        self.0.as_os_str()
    }

    /// The processes that descend from this test's runs of `counterpoint`, other than those runs themselves.
    pub fn descendants(&self) -> Vec<u32> {
        let entry = [MARK.as_bytes(), b"=", self.mark().as_encoded_bytes()].concat();
        let own = Path::new(env!("CARGO_BIN_EXE_counterpoint")).canonicalize().ok();
        let processes = fs::read_dir("/proc").expect("/proc can be read").flatten();
        processes
            .filter_map(|process| process.file_name().to_str()?.parse().ok())
            .filter(|id: &u32| {
                let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
                let marked = environment.split(|byte| *byte == 0).any(|variable| variable == entry);
                marked && fs::read_link(format!("/proc/{id}/exe")).ok() != own
            })
            .collect()
    }

    /// The solvers of this test's runs that have answered their introduction and work on a question.
    pub fn solvers_at_work(&self) -> Vec<u32> {
        self.descendants().into_iter().filter(|id| processor_time(*id) > Duration::from_millis(500)).collect()
    }

    /// Fails if a process of this test's runs is still there after a moment.
    pub fn assert_nothing_left_behind(&self) {
        let gone = wait_until(Duration::from_secs(30), || self.descendants().is_empty());
        assert!(gone, "processes left behind: {:?}", self.descendants());
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A run under way; killed when dropped.
pub struct Running {
    child: Child,
    stdout: PathBuf,
    stderr: PathBuf,
    started: Instant,
}

impl Running {
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end, and fails if there is none in sight.
    pub fn finish(self) -> Finished {
        self.finish_within(LIMIT)
    }

    pub fn finish_within(mut self, limit: Duration) -> Finished {
        let mut status: Option<ExitStatus> = None;
        let ended = wait_until(limit, || {
            status = self.child.try_wait().expect("the run can be waited for");
            status.is_some()
        });
        let time = self.started.elapsed();
        let text = |path: &Path| String::from_utf8(fs::read(path).unwrap_or_default()).expect("the output is UTF-8");
        let (stdout, stderr) = (text(&self.stdout), text(&self.stderr));
        assert!(ended, "counterpoint hangs; so far it printed\n{stdout}\n{stderr}");
        Finished { code: status.and_then(|status| status.code()), stdout, stderr, time }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a run left.
#[derive(Debug)]
pub struct Finished {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub time: Duration,
}

impl Finished {
    #[track_caller]
    pub fn expect_code(self, code: i32) -> Finished {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// The standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        match serde_json::from_str(&self.stdout) {
            Ok(value) => value,
            Err(error) => panic!("not JSON: {error}\nstdout:\n{}\nstderr:\n{}", self.stdout, self.stderr),
        }
    }
}

/// The processor time that a process has used; zero if there is none of this number.
pub fn processor_time(id: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or("");
    let hundredths: u64 = after_name.split_whitespace().nth(11).and_then(|ticks| ticks.parse().ok()).unwrap_or(0);
    Duration::from_millis(10 * hundredths)
}

/// Sends a signal such as `-INT` to a process.
pub fn kill(signal: &str, id: u32) {
    let status = Command::new("kill").args([signal, &id.to_string()]).status().expect("`kill` can be run");
    assert!(status.success());
}

/// Whether the condition came true within the time.
pub fn wait_until(limit: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !condition() {
        if start.elapsed() > limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// A report with every time set to null, so that reports can be compared.
pub fn without_times(mut report: Value) -> Value {
    match &mut report {
        Value::Object(fields) => fields.iter_mut().for_each(|(name, field)| {
            *field = if name.ends_with("_ms") { Value::Null } else { without_times(field.take()) };
        }),
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_times(item.take())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    report
}

/// What is wrong with what one run of `check` with these options says of each of the programs, in the words of `compare`.
pub fn check_each(options: &[&str], programs: &[PathBuf], compare: impl Fn(&Path, &[Value]) -> Outcome) -> Outcome {
    let reports = Scratch::new().reports_of(options, programs);
    let wrong = programs.iter().zip(&reports).filter_map(|(path, reports)| {
        let failure = compare(path, reports).err()?;
        let words = ["counterpoint check", &options.join(" "), &shown(path)].map(str::to_string);
        let command: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
        Some(format!("{}:\n{failure}\nas said by {}", shown(path), command.join(" ")))
    });
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n\n")) }
}

/// The number that an environment variable holds, if it does.
pub fn number<T: std::str::FromStr>(variable: &str) -> Option<T> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// Numbers that look random, the same for the same seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count.max(1) as u64) as usize
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        if from.is_empty() { None } else { Some(&from[self.below(from.len())]) }
    }
}
