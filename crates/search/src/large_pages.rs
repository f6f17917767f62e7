//! Tables of many megabytes in large pages, so that a read needs no walk through the system's page
//! tables. Without large pages everything works, a little slower.
//!
//! Source:  large pages for histories and table: Stockfish and YaneuraOu (`make_unique_large_page`)
//! Here:    the system is advised (`madvise`) instead of asked for a special allocation
#![allow(unsafe_code)]

/// Makes a table of `len` copies of a value.
pub(crate) fn table<T: Clone>(value: T, len: usize) -> Box<[T]> {
    let mut table = Vec::with_capacity(len);
    // The first use of a page fixes its size, so the advice comes before the values.
    #[cfg(target_os = "linux")]
    wish_for(table.spare_capacity_mut());
    table.resize(len, value);
    table.into_boxed_slice()
}

/// Advises the system to use large pages for the memory.
#[cfg(target_os = "linux")]
fn wish_for<T>(memory: &mut [T]) {
    const PAGE: usize = 4096;
    let start = memory.as_mut_ptr().addr().next_multiple_of(PAGE);
    let end = memory.as_mut_ptr_range().end.addr() / PAGE * PAGE;
    if start < end {
        let first = memory.as_mut_ptr().cast::<libc::c_void>().with_addr(start);
        // SAFETY: the range lies within the memory of the slice, and the advice changes nothing
        // that a program can see of it.
        unsafe { libc::madvise(first, end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_places_hold_the_value() {
        for len in [0, 1, 3000, 3 << 20] {
            let table = table([7i16, -3], len);
            assert_eq!(table.len(), len);
            assert!(table.iter().all(|&entry| entry == [7, -3]));
        }
    }
}
