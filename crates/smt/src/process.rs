//! One owner of one child process.
//!
//! The process lives in a process group of its own; dropping the owner kills the group and
//! waits for the process. The pipes never block the owner: what does not fit into the pipe to
//! the process is kept, and written while its output is waited for. A process that floods its
//! output is stopped by its full pipe, not by our memory. Should Counterpoint itself be
//! killed, the process is killed too (on Linux).

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes taken from a pipe at once.
const CHUNK: usize = 64 * 1024;
/// How much of the end of standard error is kept.
const COMPLAINTS_KEPT: usize = 4096;
/// How long a process that closed its output may take to end by itself.
const ENDING_TIME: Duration = Duration::from_millis(500);
/// How often one who waits for output looks whether the run has come to its end.
const GLANCE: Duration = Duration::from_millis(100);

/// Says whether the run that the questions belong to has come to its end.
#[derive(Clone)]
pub struct Stop(Arc<dyn Fn() -> bool + Send + Sync>);

impl Stop {
    pub fn when(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Arc::new(is_over))
    }

    pub fn never() -> Stop {
        Stop::when(|| false)
    }

    pub(crate) fn is_asked(&self) -> bool {
        (self.0)()
    }
}

pub(crate) struct Process {
    child: Child,
    /// None once the process reads no more.
    input: Option<ChildStdin>,
    /// What was to be written, and how much of it is: moving the rest each time would be work in its square.
    queued: Vec<u8>,
    written: usize,
    output: ChildStdout,
    /// None once it is closed.
    errors: Option<ChildStderr>,
    /// The end of what the process wrote to standard error.
    complaints: Vec<u8>,
    buffer: Box<[u8]>,
    reaped: bool,
}

pub(crate) enum Output<'a> {
    Bytes(&'a [u8]),
    /// The deadline passed.
    Late,
    /// The run has come to its end.
    Stopped,
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
        let (Some(input), Some(output), Some(errors)) = pipes else {
            kill_group(&child);
            child.wait()?;
            return Err(io::Error::other("the child process has no pipes"));
        };
        let pipes = [input.as_raw_fd(), output.as_raw_fd(), errors.as_raw_fd()];
        // From here on, dropping `process` cleans up, also when a pipe cannot be set up.
        let process = Process {
            child,
            input: Some(input),
            queued: Vec::new(),
            written: 0,
            output,
            errors: Some(errors),
            complaints: Vec::new(),
            buffer: vec![0; CHUNK].into(),
            reaped: false,
        };
        pipes.into_iter().try_for_each(never_block)?;
        Ok(process)
    }

    /// Gives text to standard input, now as much as the pipe takes. A process that ended shows
    /// on its output, not here.
    pub(crate) fn write(&mut self, text: &str) {
        self.queued.extend_from_slice(text.as_bytes());
        self.write_queued();
    }

    fn write_queued(&mut self) {
        let Some(input) = &mut self.input else { return };
        while self.written < self.queued.len() {
            match input.write(&self.queued[self.written..]) {
                Ok(count) if count > 0 => self.written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Ok(_) | Err(_) => {
                    self.input = None;
                    break;
                }
            }
        }
        self.queued.clear();
        self.written = 0;
    }

    /// The next output. After the deadline, or when the run ends, there is none, even if a flood of it is waiting.
    pub(crate) fn read(&mut self, deadline: Instant, stop: &Stop) -> Output<'_> {
        loop {
            let patience = deadline.saturating_duration_since(Instant::now());
            if patience.is_zero() {
                return Output::Late;
            }
            if stop.is_asked() {
                return Output::Stopped;
            }
            let ready = self.wait(patience.min(GLANCE));
            if ready.input {
                self.write_queued();
            }
            if ready.errors {
                self.read_errors();
            }
            if ready.output {
                match self.output.read(&mut self.buffer) {
                    Ok(0) => return Output::End,
                    Ok(count) => return Output::Bytes(&self.buffer[..count]),
                    Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
                    Err(_) => return Output::End,
                }
            }
        }
    }

    /// Waits until something can be read, or written if there is something to write.
    fn wait(&self, patience: Duration) -> Ready {
        let input = self.input.as_ref().filter(|_| !self.queued.is_empty());
        let interest = |pipe: Option<RawFd>, events| libc::pollfd { fd: pipe.unwrap_or(-1), events, revents: 0 };
        let mut pipes = [
            interest(input.map(AsRawFd::as_raw_fd), libc::POLLOUT),
            interest(Some(self.output.as_raw_fd()), libc::POLLIN),
            interest(self.errors.as_ref().map(AsRawFd::as_raw_fd), libc::POLLIN),
        ];
        poll(&mut pipes, patience);
        let [input, output, errors] = pipes.map(|pipe| pipe.revents != 0);
        Ready { input, output, errors }
    }

    /// Takes what is on standard error.
    fn read_errors(&mut self) {
        while let Some(errors) = &mut self.errors {
            match errors.read(&mut self.buffer) {
                Ok(0) => self.errors = None,
                Ok(count) => {
                    self.complaints.extend_from_slice(&self.buffer[..count]);
                    let excess = self.complaints.len().saturating_sub(COMPLAINTS_KEPT);
                    self.complaints.drain(..excess);
                    // A flood must not keep us from the clock.
                    return;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.errors = None,
            }
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
        Ending { status, complaints: String::from_utf8_lossy(&self.complaints).trim().to_owned() }
    }

    /// Waits a moment for the process to end, without reaping it: as long as it is not
    /// reaped, its number cannot become the number of another process group.
    fn ends_by_itself(&mut self) -> bool {
        let deadline = Instant::now() + ENDING_TIME;
        loop {
            let ended = has_ended(&self.child);
            self.read_errors();
            if ended || Instant::now() >= deadline {
                return ended;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Which pipes can be used now, or are closed.
struct Ready {
    input: bool,
    output: bool,
    errors: bool,
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.reaped {
            kill_group(&self.child);
            let _ = self.child.wait();
        }
    }
}

#[expect(unsafe_code, reason = "the standard library has no pipes that do not block")]
fn never_block(pipe: RawFd) -> io::Result<()> {
    // SAFETY: fcntl with these commands takes and gives numbers and touches no memory of ours.
    let set = unsafe {
        let flags = libc::fcntl(pipe, libc::F_GETFL);
        flags != -1 && libc::fcntl(pipe, libc::F_SETFL, flags | libc::O_NONBLOCK) != -1
    };
    if set { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Waits for one of the pipes. An interruption is as good as nothing having happened.
#[expect(unsafe_code, reason = "the standard library cannot wait for several pipes")]
fn poll(pipes: &mut [libc::pollfd], patience: Duration) {
    // Rounded up, so that the last millisecond is not polled again and again.
    let milliseconds = i32::try_from(patience.as_millis() + 1).unwrap_or(i32::MAX);
    // SAFETY: poll reads and writes the given number of entries, which are ours alone.
    let ready = unsafe { libc::poll(pipes.as_mut_ptr(), pipes.len() as libc::nfds_t, milliseconds) };
    if ready < 0 {
        pipes.iter_mut().for_each(|pipe| pipe.revents = 0);
    }
}

fn start_thread(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(body)?;
    Ok(())
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
