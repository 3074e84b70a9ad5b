//! Fallible allocation of large arrays.

use std::collections::TryReserveError;

/// The message of a failed allocation.
pub(crate) const TOO_LITTLE: &str = "this takes more memory than there is";

/// Returns `count` zeros. The system clears each page when it is first touched.
pub(crate) fn zeros<T: Copy + Default>(count: usize) -> Result<Vec<T>, TryReserveError> {
    // The standard library has no fallible allocation of cleared memory, so enough memory is first
    // reserved on trial.
    Vec::<T>::new().try_reserve_exact(count)?;
    Ok(vec![T::default(); count])
}
