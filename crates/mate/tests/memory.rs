//! The solver keeps to its memory: an allocator that counts bytes shows it.
#![allow(unsafe_code)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{position, solve, some_problems, word};
use mate::Solver;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a count of the bytes in use.
struct Counting;

fn take(bytes: usize) {
    let now = NOW.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(now, Ordering::Relaxed);
}

// SAFETY: every call is passed on to the system's allocator as it is; the counts are atomics that
// need no memory from the heap. Growing in place is counted as old and new together.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`, which is the same there.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is the same there.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract; the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        take(size);
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract; the pointer came from the system's allocator.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What the way to the present node may take beside the solver's memory: positions, moves.
const WAY: usize = 8 << 20;

/// One test, so that nothing else takes memory meanwhile. Hard problems with little memory: the
/// table is overwritten many times, and so are the notes of the verifiers.
#[test]
fn the_memory_is_kept() {
    let mut sfens: Vec<String> = some_problems(271, 11).into_iter().map(|p| p.sfen).collect();
    // No mate, with a large set of positions behind it.
    sfens.push("4k4/9/9/9/9/9/9/9/9 b RN 1".to_owned());
    for megabytes in [1, 3] {
        let before = NOW.load(Ordering::Relaxed);
        let mut solver = Solver::new(megabytes);
        for sfen in &sfens {
            let position = position(sfen);
            MOST.store(0, Ordering::Relaxed);
            let answer = solve(&mut solver, &position, 3_000_000, true);
            assert_ne!(word(&answer.verdict).0, "unknown", "{sfen}");
            let most = MOST.load(Ordering::Relaxed) - before;
            assert!(most < (megabytes << 20) + WAY, "{sfen}: {most} bytes with {megabytes} MB");
        }
        let held = NOW.load(Ordering::Relaxed) - before;
        assert!(held <= megabytes << 20, "{held} bytes held with {megabytes} MB");
    }
}
