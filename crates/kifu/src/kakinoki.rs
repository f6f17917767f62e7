//! KIF and KI2, the formats of the program Kakinoki Shogi. One reader takes both, and files that
//! mix them; each has its own writer.

mod headers;
mod ki2;
mod kif;
mod read;
mod summary;
mod times;

pub(crate) use headers::speaks_of_start;
pub(crate) use ki2::write as write_ki2;
pub(crate) use kif::write as write_kif;
pub(crate) use read::read;
