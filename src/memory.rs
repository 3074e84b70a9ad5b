//! Fallible allocation of large arrays.

use std::collections::TryReserveError;

pub(crate) const TOO_LITTLE: &str = "not enough memory";

/// Returns a vector of `count` values, each made by `value`; an error if memory is too small.
pub(crate) fn filled<T>(count: usize, value: impl FnMut() -> T) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    values.resize_with(count, value);
    Ok(values)
}
