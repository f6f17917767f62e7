//! JKF, JSON Kifu Format 1.0: the format of web sites.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
