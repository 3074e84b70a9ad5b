//! Numerals: the ways to write a number in cell names.

use std::iter;

/// A way to write the numbers of a coordinate, which start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeral {
    /// Upper-case letters: `A` to `Z`, then `AA`, `AB`, …
    Upper,
    /// Lower-case letters: `a` to `z`, then `aa`, `ab`, …
    Lower,
    /// Decimal numbers: `1`, `2`, …
    Digits,
    /// Roman numerals in parentheses: `(I)`, `(II)`, …; input may leave out the parentheses.
    Roman,
}

/// The Roman numerals of hundreds, tens and ones, each for the digits 0 to 9.
const ROMAN: [[&str; 10]; 3] = [
    ["", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"],
    ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"],
    ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"],
];

impl Numeral {
    /// The names of the numerals in rule documents.
    pub(crate) const NAMES: [(&'static str, Self); 4] =
        [("A", Self::Upper), ("a", Self::Lower), ("1", Self::Digits), ("(I)", Self::Roman)];

    /// Appends a number, which must be at least 1, without parentheses around Roman numerals.
    pub(super) fn write_bare(self, number: u16, out: &mut String) {
        match self {
            Self::Upper => write_letters(number, b'A', out),
            Self::Lower => write_letters(number, b'a', out),
            Self::Digits => write_digits(number, out),
            Self::Roman => write_roman(number, out),
        }
    }

    /// Appends a number, which must be at least 1, as in cell names, with parentheses around Roman
    /// numerals.
    pub(super) fn write(self, number: u16, out: &mut String) {
        match self {
            Self::Roman => {
                out.push('(');
                self.write_bare(number, out);
                out.push(')');
            }
            _ => self.write_bare(number, out),
        }
    }

    /// Returns the length of the number at the start of a text, in bytes. Letters must be in the
    /// case in which the number is written. Parentheses around Roman numerals count.
    pub(super) fn length(self, text: &[u8]) -> usize {
        let digits = |text: &[u8]| text.iter().take_while(|byte| self.has(**byte)).count();
        match (self, text) {
            (Self::Roman, [b'(', inner @ ..]) => {
                let length = digits(inner);
                1 + length + usize::from(inner.get(length) == Some(&b')'))
            }
            _ => digits(text),
        }
    }

    /// Parses a number whose letters may be in any case; `None` if the text is no number.
    pub(crate) fn parse(self, text: &[u8]) -> Option<u16> {
        match (self, text) {
            (Self::Roman, [b'(', inner @ .., b')']) => parse_roman(inner),
            (Self::Roman, _) => parse_roman(text),
            // A number has one spelling, so leading zeros are rejected.
            (Self::Digits, [b'0', ..]) => None,
            (Self::Digits, _) => {
                parse_digits(text, 10, |byte| byte.is_ascii_digit().then_some(byte & 0x0F))
            }
            (Self::Upper | Self::Lower, _) => {
                parse_digits(text, 26, |byte| byte.is_ascii_alphabetic().then_some(byte & 0x1F))
            }
        }
    }

    /// Returns `true` if the byte can be a digit of these numerals.
    pub(crate) fn has(self, byte: u8) -> bool {
        match self {
            Self::Upper => byte.is_ascii_uppercase(),
            Self::Lower => byte.is_ascii_lowercase(),
            Self::Digits => byte.is_ascii_digit(),
            Self::Roman => b"MDCLXVI".contains(&byte),
        }
    }
}

/// Appends a number as letters, where `first` is the letter for 1. If `first` is `A`, 26 is `Z` and
/// 27 is `AA`.
fn write_letters(number: u16, first: u8, out: &mut String) {
    let (before, nth) = ((number - 1) / 26, (number - 1) % 26);
    if before > 0 {
        write_letters(before, first, out);
    }
    out.push(char::from(first + nth.to_le_bytes()[0]));
}

fn write_digits(number: u16, out: &mut String) {
    if number >= 10 {
        write_digits(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10).to_le_bytes()[0]));
}

fn write_roman(number: u16, out: &mut String) {
    out.extend(iter::repeat_n('M', usize::from(number / 1000)));
    for (digits, place) in ROMAN.iter().zip([100, 10, 1]) {
        out.push_str(digits[usize::from(number / place % 10)]);
    }
}

/// Parses a number of at least 1. `digit` returns the value of a byte, which is `None` if the byte
/// is no digit.
fn parse_digits(text: &[u8], base: u16, digit: impl Fn(u8) -> Option<u8>) -> Option<u16> {
    let number = text.iter().try_fold(0_u16, |number, &byte| {
        number.checked_mul(base)?.checked_add(digit(byte)?.into())
    });
    number.filter(|number| *number > 0)
}

fn parse_roman(text: &[u8]) -> Option<u16> {
    let thousands = text.iter().take_while(|byte| byte.eq_ignore_ascii_case(&b'M')).count();
    let (mut rest, mut number) = (&text[thousands..], u16::try_from(thousands).ok()?);
    for digits in &ROMAN {
        let starts = |digits: &str| {
            let front = rest.get(..digits.len());
            front.is_some_and(|front| front.eq_ignore_ascii_case(digits.as_bytes()))
        };
        // `VIII` also starts with `VI`, so the longest numeral counts.
        let found = digits.iter().zip(0..).filter(|(digits, _)| starts(digits));
        let (longest, digit) = found.max_by_key(|(digits, _)| digits.len())?;
        number = number.checked_mul(10)?.checked_add(digit)?;
        rest = &rest[longest.len()..];
    }
    (number > 0 && rest.is_empty()).then_some(number)
}
