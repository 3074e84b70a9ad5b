//! Fallible allocation of large arrays.

use std::collections::TryReserveError;

pub(crate) const TOO_LITTLE: &str = "not enough memory";

/// Allocates `count` zeros without touching them: the operating system clears each memory page at
/// its first use.
pub(crate) fn zeros<T: Copy + Default>(count: usize) -> Result<Vec<T>, TryReserveError> {
    // `vec!` gets cleared memory but aborts if there is too little, so this fallible reservation
    // tests the size first.
    Vec::<T>::new().try_reserve_exact(count)?;
    Ok(vec![T::default(); count])
}
