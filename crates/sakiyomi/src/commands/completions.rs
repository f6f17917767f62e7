//! `sakiyomi completions`: scripts by which shells complete commands and options.

use crate::cli;
use crate::failure::Failure;
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  sakiyomi completions bash > ~/.local/share/bash-completion/completions/sakiyomi
  sakiyomi completions zsh > ~/.zfunc/_sakiyomi          (a folder of $fpath)
  sakiyomi completions fish > ~/.config/fish/completions/sakiyomi.fish
  sakiyomi completions powershell >> $PROFILE";

/// Write a script with which a shell completes commands and options
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// The shell
    shell: Shell,
}

/// Writes the script of the shell to `out`.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut cli::description(), "sakiyomi", &mut script);
    out.write_all(&script)?;
    Ok(())
}
