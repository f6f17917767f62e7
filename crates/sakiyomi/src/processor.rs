//! The build that fits the processor: an archive holds the program for several levels of x86-64.
//!
//! The plain `sakiyomi` of an archive is built for level v2 and runs on every processor. If a build
//! for a higher level lies beside it and the processor has that level, it hands over to that one. A
//! build for a level that the processor does not have says so instead of crashing.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A level of x86-64, as the psABI of that architecture defines them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    V3,
    V4,
}

impl Level {
    /// The levels above the lowest, the best first.
    const BEST_FIRST: [Self; 2] = [Self::V4, Self::V3];

    /// Returns the file name of the build for this level; `cargo xtask dist` gives the same names.
    fn file_name(self) -> String {
        let level = match self {
            Self::V3 => "v3",
            Self::V4 => "v4",
        };
        format!("sakiyomi-x86-64-{level}{}", std::env::consts::EXE_SUFFIX)
    }

    /// Has the processor of this machine the level?
    #[cfg(target_arch = "x86_64")]
    fn is_here(self) -> bool {
        use std::arch::is_x86_feature_detected as has;
        let v3 = has!("avx2")
            && has!("bmi1")
            && has!("bmi2")
            && has!("f16c")
            && has!("fma")
            && has!("lzcnt")
            && has!("movbe");
        match self {
            Self::V3 => v3,
            Self::V4 => {
                v3 && has!("avx512f")
                    && has!("avx512bw")
                    && has!("avx512cd")
                    && has!("avx512dq")
                    && has!("avx512vl")
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_here(self) -> bool {
        false
    }
}

/// The features of this build by which the levels differ, as bits of CPUID leaf 7, register EBX.
const NEEDED: u32 = (cfg!(target_feature = "avx2") as u32) << 5
    | (cfg!(target_feature = "bmi2") as u32) << 8
    | (cfg!(target_feature = "avx512f") as u32) << 16
    | (cfg!(target_feature = "avx512dq") as u32) << 17
    | (cfg!(target_feature = "avx512cd") as u32) << 28
    | (cfg!(target_feature = "avx512bw") as u32) << 30
    | (cfg!(target_feature = "avx512vl") as u32) << 31;

/// The sentence for a processor that cannot run this build.
const REFUSAL: &str = if cfg!(target_feature = "avx512f") {
    "error: this build needs a processor with AVX-512; start the plain `sakiyomi` of the archive\n"
} else {
    "error: this build needs a processor with AVX2 and BMI2; start the plain `sakiyomi` of the archive\n"
};

/// Was this program built for a higher level than the processor has?
///
/// The processor itself is asked: `is_x86_feature_detected` takes for granted what the program was
/// built with.
pub(crate) fn lacks_features() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__cpuid, __cpuid_count};
        let found = if __cpuid(0).eax < 7 { 0 } else { __cpuid_count(7, 0).ebx };
        lacks(found, NEEDED)
    }
    #[cfg(not(target_arch = "x86_64"))]
    lacks(NEEDED, NEEDED)
}

fn lacks(found: u32, needed: u32) -> bool {
    found & needed != needed
}

/// Says that the processor cannot run this build. Formatting is left out: its code is made for the
/// higher level, too.
pub(crate) fn refuse() -> ExitCode {
    let _ = io::stderr().write_all(REFUSAL.as_bytes());
    ExitCode::FAILURE
}

/// Runs the best build that lies beside this program, if this one is for the lowest level.
/// Returns its exit code, or nothing if this program is to do the work.
pub(crate) fn hand_over() -> Option<ExitCode> {
    // A build for a higher level was started on purpose, or made for this machine.
    if cfg!(target_feature = "avx2") {
        return None;
    }
    let folder = std::env::current_exe().ok()?.parent()?.to_path_buf();
    let better = better_build(&folder, Level::is_here)?;
    let mut command = Command::new(better);
    command.args(std::env::args_os().skip(1));
    become_it(&mut command)
}

/// Returns the best build in the folder for the levels that the processor has.
fn better_build(folder: &Path, is_here: impl Fn(Level) -> bool) -> Option<PathBuf> {
    let levels = Level::BEST_FIRST.into_iter().filter(|&level| is_here(level));
    levels.map(|level| folder.join(level.file_name())).find(|path| path.is_file())
}

/// Replaces this process; if that fails, this program does the work itself.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Option<ExitCode> {
    use std::os::unix::process::CommandExt;
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    let _ = command.exec();
    None
}

/// Runs the other program with the same input and output, and waits for its end.
#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Option<ExitCode> {
    let status = command.status().ok()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Some(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_best_build_that_runs_is_chosen() {
        let folder = std::env::temp_dir().join(format!("sakiyomi-levels-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (v3, v4) = (folder.join(Level::V3.file_name()), folder.join(Level::V4.file_name()));
        assert_eq!(better_build(&folder, |_| true), None);
        fs::write(&v3, "").unwrap();
        assert_eq!(better_build(&folder, |_| true).as_ref(), Some(&v3));
        fs::write(&v4, "").unwrap();
        assert_eq!(better_build(&folder, |_| true).as_ref(), Some(&v4));
        assert_eq!(better_build(&folder, |level| level == Level::V3).as_ref(), Some(&v3));
        assert_eq!(better_build(&folder, |_| false), None);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_processor_must_have_every_feature() {
        let (avx2, avx512f) = (1 << 5, 1 << 16);
        assert!(lacks(avx2, avx2 | avx512f));
        assert!(!lacks(avx2 | avx512f, avx2));
        assert!(!lacks(0, 0));
        assert!(!lacks_features(), "this test runs");
    }

    #[test]
    fn the_highest_level_includes_the_other() {
        assert!(!Level::V4.is_here() || Level::V3.is_here());
    }
}
