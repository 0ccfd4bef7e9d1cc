//! What the tests of this crate share: the solver under test, and programs that pose as one.

#![allow(dead_code)] // Each test program uses a part.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use smt::{SolverConfig, SolverSession};

/// `$COUNTERPOINT_Z3`, the project's own copy, or `z3` on the path.
pub fn z3() -> PathBuf {
    if let Some(path) = std::env::var_os("COUNTERPOINT_Z3") {
        let path = PathBuf::from(path);
        assert!(path.is_file(), "COUNTERPOINT_Z3 names no file: {}", path.display());
        return path;
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/z3");
    if own.is_file() {
        return own;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|dir| dir.join("z3")).find(|z3| z3.is_file());
    found.expect(
        "these tests need z3: set COUNTERPOINT_Z3 to its path, \
         or put it at .tools/z3 or on the PATH",
    )
}

pub fn z3_session() -> SolverSession {
    SolverSession::new(SolverConfig::new(z3()))
}

pub fn within(milliseconds: u64) -> Instant {
    Instant::now() + Duration::from_millis(milliseconds)
}

/// Later than any answer here comes, however busy the machine is.
pub fn soon() -> Instant {
    within(60_000)
}

/// A folder that is removed at the end of the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("counterpoint-smt-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the temporary folder can be made");
        Folder(path)
    }

    /// An executable shell script in this folder.
    pub fn script(&self, name: &str, body: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("the script can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("and marked");
        path
    }

    /// z3 behind a script that notes its process number in the file `pids`.
    pub fn noted_z3(&self) -> PathBuf {
        let pids = self.0.join("pids");
        let z3 = z3();
        self.script("z3", &format!("echo $$ >> '{}'\nexec '{}' \"$@\"", pids.display(), z3.display()))
    }

    /// The process numbers noted so far.
    pub fn pids(&self) -> Vec<u32> {
        let text = fs::read_to_string(self.0.join("pids")).unwrap_or_default();
        text.lines().filter_map(|line| line.trim().parse().ok()).collect()
    }

    /// Waits until so many process numbers were noted.
    pub fn wait_for_pids(&self, count: usize) -> Vec<u32> {
        let deadline = soon();
        while self.pids().len() < count {
            assert!(Instant::now() < deadline, "no process was started");
            std::thread::sleep(Duration::from_millis(5));
        }
        self.pids()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether a process exists and is not just waiting to be reaped.
pub fn is_running(pid: u32) -> bool {
    match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => !matches!(stat.rsplit_once(") ").map(|(_, rest)| rest.as_bytes()[0]), Some(b'Z' | b'X')),
        Err(_) => false,
    }
}

pub fn is_gone_soon(pid: u32) -> bool {
    let deadline = soon();
    while is_running(pid) {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// A satisfiability problem that no version of z3 solves quickly: a pigeonhole too few.
pub fn hard_problem() -> String {
    let (pigeons, holes) = (13, 12);
    let mut text = String::new();
    for pigeon in 0..pigeons {
        for hole in 0..holes {
            text.push_str(&format!("(declare-const p{pigeon}_{hole} Bool)\n"));
        }
        let somewhere: Vec<_> = (0..holes).map(|hole| format!("p{pigeon}_{hole}")).collect();
        text.push_str(&format!("(assert (or {}))\n", somewhere.join(" ")));
    }
    for hole in 0..holes {
        for one in 0..pigeons {
            for other in 0..one {
                text.push_str(&format!("(assert (not (and p{one}_{hole} p{other}_{hole})))\n"));
            }
        }
    }
    text
}
