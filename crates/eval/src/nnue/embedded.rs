//! The network that is part of the program, made by its own trainer; docs/network.md tells how.

use std::sync::OnceLock;

use super::error::NetworkError;
use super::evaluator::Network;
use crate::embedded;

/// Returns the embedded network, which is unpacked once.
pub fn embedded() -> Result<&'static Network, &'static NetworkError> {
    static NETWORK: OnceLock<Result<Network, NetworkError>> = OnceLock::new();
    NETWORK.get_or_init(|| Network::from_bytes(&embedded::unpacked(embedded::NETWORK))).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_is_one() {
        assert!(embedded().is_ok());
    }
}
