//! Memory for large boards.

use std::collections::TryReserveError;

/// The message if there is not enough memory.
pub(crate) const TOO_LITTLE: &str = "this takes more memory than there is";

/// A number of zeros, from memory that the system hands out cleared, page by page as it is touched.
pub(crate) fn zeros<T: Copy + Default>(count: usize) -> Result<Vec<T>, TryReserveError> {
    // There is no fallible way to ask for cleared memory: ask whether there is enough, then take it.
    Vec::<T>::new().try_reserve_exact(count)?;
    Ok(vec![T::default(); count])
}
