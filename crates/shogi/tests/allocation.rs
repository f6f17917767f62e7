//! No heap memory per node: an allocator that counts proves it for generation of every kind,
//! play, take back, pass and exchanges.
#![allow(unsafe_code)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::suites;
use shogi::{
    DeclarationRule, ExchangeValues, Legality, Move, MoveList, NonPromotions, Position, Wanted,
};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count per thread: other tests run beside this one.
struct Counting;

fn count() {
    ALLOCATIONS.with(|allocations| allocations.set(allocations.get() + 1));
}

// SAFETY: every call is passed on to the system's allocator as it is; the count is a thread-local
// cell that needs neither memory from the heap nor a destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`, which is the same there.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract; the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract; the pointer came from the system's allocator.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often the work asks for heap memory on this thread.
fn allocations_during(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

/// Asks everything that a search asks about a node. Returns a sum, so that nothing is left out.
fn visit(position: &mut Position, values: &ExchangeValues) -> u64 {
    let mut sum = 0;
    let kinds = kinds(position);
    for legality in [Legality::Legal, Legality::Pseudo] {
        for non_promotions in [NonPromotions::All, NonPromotions::Useful] {
            for wanted in kinds {
                let mut list = MoveList::new();
                position.generate(wanted, legality, non_promotions, &mut list);
                sum += list.len() as u64;
            }
        }
    }
    for mv in &position.legal_moves() {
        sum += u64::from(position.gives_check(mv));
        sum += u64::from(position.is_legal(mv));
        sum += u64::from(position.see(mv, values).unsigned_abs());
        sum += u64::from(position.see_at_least(mv, 0, values));
    }
    sum += u64::from(position.count_legal_moves());
    sum += u64::from(position.has_legal_move());
    sum += u64::from(position.mate_in_one().is_some());
    sum += u64::from(position.recurrence(usize::MAX).is_some());
    sum += u64::from(position.fourfold_repetition().is_some());
    sum += u64::from(position.declaration(DeclarationRule::Points27).is_some());
    sum ^= position.key();
    if !position.in_check() {
        position.pass();
        sum += position.legal_moves().len() as u64;
        position.take_back();
    }
    sum
}

fn kinds(position: &Position) -> [Wanted; 7] {
    let to = position.last_move().map_or(shogi::Square::all().next(), |mv| Some(mv.to()));
    [
        Wanted::All,
        Wanted::Captures,
        Wanted::Quiets,
        Wanted::Evasions,
        Wanted::Checks,
        Wanted::Drops,
        Wanted::Recaptures(to.expect("a square")),
    ]
}

/// Visits the position and what follows some of its moves. Returns the number of nodes.
fn walk(position: &mut Position, depth: u32, values: &ExchangeValues) -> u64 {
    std::hint::black_box(visit(position, values));
    if depth == 0 {
        return 1;
    }
    let mut nodes = 1;
    let moves = position.legal_moves();
    for mv in moves.iter().copied().step_by(1 + moves.len() / 6) {
        position.play(mv);
        nodes += walk(position, depth - 1, values);
        position.take_back();
    }
    nodes
}

#[test]
fn a_node_needs_no_heap_memory() {
    let values = ExchangeValues::new(|kind| 100 + kind.index() as i32);
    let mut nodes = 0;
    for sfen in suites::all_sfens().iter().step_by(7) {
        let mut position = common::position(sfen);
        let allocations = allocations_during(|| nodes += walk(&mut position, 2, &values));
        assert_eq!(allocations, 0, "{sfen}");
    }
    assert!(nodes > 5_000, "only {nodes} nodes");
}

#[test]
fn counting_sequences_needs_no_heap_memory() {
    let mut position = Position::startpos();
    let allocations = allocations_during(|| {
        assert_eq!(shogi::perft::perft(&mut position, 4), 719_731);
        assert_eq!(shogi::perft::perft_no_bulk(&mut position, 4), 719_731);
    });
    assert_eq!(allocations, 0);
}

#[test]
fn a_long_game_fits_into_the_room_asked_for() {
    let mut position = Position::startpos();
    position.reserve(5_000);
    let cycle = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|text| text.parse::<Move>().expect("a move"));
    let allocations = allocations_during(|| {
        for mv in cycle.into_iter().cycle().take(5_000) {
            position.play(mv);
        }
    });
    assert_eq!(allocations, 0);
}

#[test]
fn the_count_counts() {
    assert_eq!(allocations_during(|| drop(std::hint::black_box(Box::new(1)))), 1);
}
