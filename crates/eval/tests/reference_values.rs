//! A real K-P network gives the values that the field's reference program gives.

mod common;

use eval::Evaluator;
use eval::mapped::Mapped;
use eval::nnue::{FvScale, Network, Nnue};
use shogi::Position;

fn network(name: &str) -> Option<Network> {
    let path = common::data(name)?;
    let bytes = Mapped::open(&path).expect("the network can be read");
    Some(Network::from_bytes(&bytes).expect("a network"))
}

#[test]
fn all_400_reference_values() {
    let Some(network) = network("nets/kp256-petite.nn.bin") else { return };
    assert_eq!(network.architecture().to_string(), "K-P 256x2-32-32");
    let mut evaluator = Nnue::new(&network, FvScale::new(24).expect("not zero"));
    let table = std::fs::read_to_string(common::suite("eval/kp256-petite.evals.tsv"))
        .expect("the table can be read");
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (sfen, value) = line.split_once('\t').expect("two columns");
        let position: Position = sfen.parse().expect("a valid position");
        evaluator.reset(&position);
        let found = evaluator.evaluate(&position).get();
        assert_eq!(found.to_string(), value, "{sfen}");
        assert_eq!(evaluator.evaluate_full(&position).get(), found, "{sfen}");
        checked += 1;
    }
    assert_eq!(checked, 400);
}

#[test]
fn the_search_has_its_unit_with_every_network() {
    for (name, divisor) in [("nets/kp256-petite.nn.bin", 16), ("nets/kp256-b.nn.bin", 20)] {
        let Some(network) = network(name) else { return };
        assert_eq!(FvScale::fitted_to(&network).get(), divisor, "{name}");
    }
}
