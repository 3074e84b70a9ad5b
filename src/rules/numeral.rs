//! Numerals: the ways to write a number in cell names.

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

/// The values of Roman digits and subtractive pairs, the largest first.
const ROMAN: [(u16, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
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
    pub(super) fn parse(self, text: &[u8]) -> Option<u16> {
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
    let mut rest = number;
    for (value, letters) in &ROMAN {
        while rest >= *value {
            out.push_str(letters);
            rest -= value;
        }
    }
}

/// Parses a number of at least 1. `digit` returns the value of a byte, which is `None` if the byte is
/// no digit.
fn parse_digits(text: &[u8], base: u16, digit: impl Fn(u8) -> Option<u8>) -> Option<u16> {
    let number = text.iter().try_fold(0_u16, |number, &byte| {
        number.checked_mul(base)?.checked_add(digit(byte)?.into())
    });
    number.filter(|number| *number > 0)
}

fn parse_roman(text: &[u8]) -> Option<u16> {
    let (mut rest, mut number) = (text, 0_u16);
    for (value, letters) in &ROMAN {
        while let Some((front, after)) = rest.split_at_checked(letters.len())
            && front.eq_ignore_ascii_case(letters.as_bytes())
        {
            number = number.checked_add(*value)?;
            rest = after;
        }
    }
    // A number has one spelling, so `IIII` is rejected.
    let mut spelling = String::new();
    write_roman(number, &mut spelling);
    (number > 0 && text.eq_ignore_ascii_case(spelling.as_bytes())).then_some(number)
}
