//! `sakiyomi manual`: man pages, for those who make packages; `cargo xtask dist` calls it.

use crate::cli;
use crate::failure::Failure;
use clap::Args;
use std::fs;
use std::path::PathBuf;

/// Write the man pages of the program and of its commands to a folder
#[derive(Args)]
pub(crate) struct Options {
    /// The folder, which is made if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes one page for the program and one for each command.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let folder = &options.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(cli::description(), folder))
        .map_err(|error| {
            Failure::Failed(format!("{}: cannot be written: {error}", folder.display()))
        })
}
