//! One owner of one child process.
//!
//! The process lives in a process group of its own; dropping the owner kills the group and
//! waits for the process. Writing and reading never block the owner: a thread writes what is
//! queued, another reads standard output into a bounded channel (so a process that floods it
//! is stopped by its full pipe, not by our memory), a third drains standard error. Should
//! Counterpoint itself be killed, the process is killed too (on Linux).

use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes taken from the pipe at once.
const CHUNK: usize = 64 * 1024;
/// Chunks that may wait to be read.
const CHUNKS_WAITING: usize = 16;
/// How much of the end of standard error is kept.
const COMPLAINTS_KEPT: usize = 4096;
/// How long a process that closed its output may take to end by itself.
const ENDING_TIME: Duration = Duration::from_millis(500);

pub(crate) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<Vec<u8>>,
    /// Delivers the end of standard error, once, when it is closed.
    complaints: Receiver<Vec<u8>>,
    reaped: bool,
}

pub(crate) enum Output {
    Bytes(Vec<u8>),
    /// The deadline passed.
    Late,
    /// The process closed its standard output.
    End,
}

/// How a process ended.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) status: String,
    /// The end of what it wrote to standard error.
    pub(crate) complaints: String,
}

impl Process {
    pub(crate) fn spawn(path: &Path, args: &[String]) -> io::Result<Process> {
        let mut command = Command::new(path);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        die_with_parent(&mut command);
        let mut child = spawn_from_lasting_thread(command)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            kill_group(&child);
            child.wait()?;
            return Err(io::Error::other("the child process has no pipes"));
        };
        let (input, queued) = mpsc::channel();
        let (chunks, output) = mpsc::sync_channel(CHUNKS_WAITING);
        let (last_words, complaints) = mpsc::channel();
        // From here on, dropping `process` cleans up, also when a thread cannot be started.
        let process = Process { child, input, output, complaints, reaped: false };
        start_thread("solver-input", move || write_queued(stdin, &queued))?;
        start_thread("solver-output", move || read_chunks(stdout, &chunks))?;
        start_thread("solver-errors", move || read_tail(stderr, &last_words))?;
        Ok(process)
    }

    /// Queues text for standard input. A process that ended shows on its output, not here.
    pub(crate) fn write(&self, text: String) {
        let _ = self.input.send(text);
    }

    /// The next output. After the deadline there is none, even if a flood of it is waiting.
    pub(crate) fn read(&self, deadline: Instant) -> Output {
        let patience = deadline.saturating_duration_since(Instant::now());
        if patience.is_zero() {
            return Output::Late;
        }
        match self.output.recv_timeout(patience) {
            Ok(bytes) => Output::Bytes(bytes),
            Err(RecvTimeoutError::Timeout) => Output::Late,
            Err(RecvTimeoutError::Disconnected) => Output::End,
        }
    }

    /// Ends a process that closed its output, and says how it ended.
    pub(crate) fn end(mut self) -> Ending {
        let by_itself = self.ends_by_itself();
        kill_group(&self.child);
        let status = match self.child.wait() {
            Ok(status) if by_itself => describe(status),
            Ok(_) => "it closed its output without ending".to_owned(),
            Err(error) => format!("its status cannot be read ({error})"),
        };
        self.reaped = true;
        let complaints = self.complaints.recv_timeout(ENDING_TIME);
        let complaints = complaints.unwrap_or_default();
        Ending { status, complaints: String::from_utf8_lossy(&complaints).trim().to_owned() }
    }

    /// Waits a moment for the process to end, without reaping it: as long as it is not
    /// reaped, its number cannot become the number of another process group.
    fn ends_by_itself(&self) -> bool {
        let deadline = Instant::now() + ENDING_TIME;
        loop {
            if has_ended(&self.child) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.reaped {
            kill_group(&self.child);
            let _ = self.child.wait();
        }
    }
}

fn start_thread(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(body)?;
    Ok(())
}

fn write_queued(mut stdin: ChildStdin, queued: &Receiver<String>) {
    for text in queued {
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

fn read_chunks(mut stdout: ChildStdout, chunks: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                if chunks.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

fn read_tail(mut stderr: ChildStderr, last_words: &Sender<Vec<u8>>) {
    let mut tail = Vec::new();
    let mut buffer = [0; COMPLAINTS_KEPT];
    loop {
        match stderr.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                tail.extend_from_slice(&buffer[..count]);
                let excess = tail.len().saturating_sub(COMPLAINTS_KEPT);
                tail.drain(..excess);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let _ = last_words.send(tail);
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it ended with exit status {code}"),
        (None, Some(signal)) => format!("it was killed by signal {signal}"),
        (None, None) => format!("it ended with {status}"),
    }
}

/// Starts a process from a thread that lives as long as Counterpoint: the parent-death signal
/// fires when the *thread* that started the process ends, and worker threads come and go.
fn spawn_from_lasting_thread(command: Command) -> io::Result<Child> {
    type Order = (Command, Sender<io::Result<Child>>);
    static SPAWNER: LazyLock<io::Result<Sender<Order>>> = LazyLock::new(|| {
        let (orders, received) = mpsc::channel::<Order>();
        start_thread("solver-spawner", move || {
            for (mut command, reply) in received {
                let _ = reply.send(command.spawn());
            }
        })?;
        Ok(orders)
    });
    let orders = match &*SPAWNER {
        Ok(orders) => orders,
        Err(error) => return Err(io::Error::new(error.kind(), error.to_string())),
    };
    let (reply, spawned) = mpsc::channel();
    let gone = || io::Error::other("the thread that starts solvers is gone");
    orders.send((command, reply)).map_err(|_| gone())?;
    spawned.recv().map_err(|_| gone())?
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "only prctl can ask for the parent-death signal")]
fn die_with_parent(command: &mut Command) {
    let parent = std::process::id();
    let ask = move || {
        // SAFETY: between fork and exec only async-signal-safe functions may be called;
        // prctl and getppid are plain system calls and take no memory of ours.
        let (asked, current) = unsafe { (libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL), libc::getppid()) };
        if asked != 0 {
            return Err(io::Error::last_os_error());
        }
        // The parent may have died before it was asked for its signal.
        if u32::try_from(current) != Ok(parent) {
            return Err(io::Error::from_raw_os_error(libc::ESRCH));
        }
        Ok(())
    };
    // SAFETY: the closure keeps to the rule above: no allocation, no locks.
    unsafe {
        command.pre_exec(ask);
    }
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent(_command: &mut Command) {}

/// Kills the process and whatever it started. Call only before the process is reaped.
#[expect(unsafe_code, reason = "the standard library cannot signal a process group")]
fn kill_group(child: &Child) {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: kill takes two numbers and touches no memory of ours.
        unsafe {
            libc::kill(-group, libc::SIGKILL);
        }
    }
}

/// Whether the process ended; it is left to be reaped.
#[expect(unsafe_code, reason = "the standard library cannot look at a process without reaping it")]
fn has_ended(child: &Child) -> bool {
    let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: all-zero bytes are a valid siginfo_t, which waitid fills in; a zero process
    // number in it afterwards means that the process has not ended.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        libc::waitid(libc::P_PID, child.id(), &mut info, flags) == 0 && info.si_pid() != 0
    }
}
