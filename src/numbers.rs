//! Arithmetic on integers.

/// Returns the greatest common divisor; `gcd(0, 0)` is 0.
pub(crate) const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
