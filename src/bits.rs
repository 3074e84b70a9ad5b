//! Bits of integers as members of sets.

/// Returns the numbers of the bits that are set, lowest first.
pub(crate) fn ones(bits: impl Into<u128>) -> impl Iterator<Item = usize> {
    let mut rest: u128 = bits.into();
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(lowest)
    })
}
