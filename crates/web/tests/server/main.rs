//! Tests of the server from outside: a real listener, real sockets, raw HTTP.

mod hostile;
mod jobs;
mod page;
mod play;
mod rest;
mod sessions;
