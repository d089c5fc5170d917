//! Facts about the machine, needed before times are compared.

use std::fmt;

use serde::Serialize;

/// The computer, as far as a program can find out.
#[derive(Debug, Serialize)]
pub struct Machine {
    system: &'static str,
    architecture: &'static str,
    /// The name of the processor, if it can be read.
    processor: Option<String>,
    threads: Option<usize>,
}

impl Machine {
    pub fn this() -> Self {
        Self {
            system: std::env::consts::OS,
            architecture: std::env::consts::ARCH,
            processor: processor(),
            threads: std::thread::available_parallelism().ok().map(Into::into),
        }
    }
}

fn processor() -> Option<String> {
    let about = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let named = about.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(named.trim_start_matches([' ', '\t', ':']).to_owned())
}

/// In one line, as in CSV.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.system, self.architecture)?;
        if let Some(processor) = &self.processor {
            write!(f, ", {processor}")?;
        }
        self.threads.map_or(Ok(()), |threads| write!(f, ", {threads} threads"))
    }
}
