//! The state of one process, from the files that Linux keeps about it in `/proc`.

use std::fs;
use std::str::FromStr;

/// Fields of `/proc/PID/stat`, which `man 5 proc_pid_stat` describes.
#[derive(Debug)]
pub(super) struct Stat {
    pub(super) pid: i32,
    pub(super) parent: i32,
    pub(super) session: i32,
    /// Processor time of the process and of the children that it has waited for, in clock ticks.
    pub(super) ticks: u64,
    /// Number of pages that the process has in memory.
    pub(super) pages: u64,
    /// Number of threads.
    threads: u32,
    /// True if the first thread uses a core or waits for one.
    is_first_awake: bool,
    /// True if the process has ended, but its parent has not waited for it.
    pub(super) is_zombie: bool,
    /// True if the process has no environment, as while it starts to execute another program.
    pub(super) lacks_environment: bool,
}

impl Stat {
    /// Reads the state of a process; `None` if it has ended and was reaped.
    pub(super) fn of(pid: i32) -> Option<Self> {
        Self::read(&format!("/proc/{pid}/stat"))
    }

    fn read(file: &str) -> Option<Self> {
        // The name of a program may have bytes that are no UTF-8.
        Self::parse(&String::from_utf8_lossy(&fs::read(file).ok()?))
    }

    /// Returns `true` if a thread uses a core or waits for one.
    pub(super) fn is_awake(&self) -> bool {
        let threads = format!("/proc/{}/task", self.pid);
        let is_awake = |thread: i32| {
            Self::read(&format!("{threads}/{thread}/stat")).is_some_and(|it| it.is_first_awake)
        };
        self.is_first_awake || self.threads > 1 && numbers_in(&threads).any(is_awake)
    }

    /// Returns the states of all processes that the system shows. Those that end meanwhile may be
    /// missing.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        numbers_in("/proc").filter_map(Self::of)
    }

    fn parse(line: &str) -> Option<Self> {
        // The name of the program stands in parentheses, and may have blanks and parentheses itself.
        let (head, rest) = line.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        // The manual counts fields from the process id, so that the state is field 3.
        let field = |number: usize| fields.get(number - 3).copied();
        let times = [14, 15, 16, 17].map(|number| parsed::<i64>(field(number)));
        let ticks: i64 = times.into_iter().sum::<Option<i64>>()?;
        Some(Self {
            pid: parsed(head.split_ascii_whitespace().next())?,
            parent: parsed(field(4))?,
            session: parsed(field(6))?,
            ticks: ticks.max(0).cast_unsigned(),
            pages: parsed(field(24))?,
            threads: parsed(field(20))?,
            is_first_awake: field(3) == Some("R"),
            is_zombie: matches!(field(3), Some("Z" | "X")),
            lacks_environment: field(51) == Some("0"),
        })
    }

    /// Returns `true` if the environment of the process has this variable with this value.
    pub(super) fn has_variable(&self, name: &str, value: &str) -> bool {
        let environment = fs::read(format!("/proc/{}/environ", self.pid)).unwrap_or_default();
        let variable = format!("{name}={value}");
        environment.split(|&byte| byte == 0).any(|one| one == variable.as_bytes())
    }
}

/// Returns the numbers that are names of folders in a folder.
fn numbers_in(folder: &str) -> impl Iterator<Item = i32> + use<> {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten();
    folders.filter_map(|folder| folder.file_name().to_str()?.parse().ok())
}

fn parsed<T: FromStr>(field: Option<&str>) -> Option<T> {
    field?.parse().ok()
}
