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

/// An upper bound for the number of digits in a numeral. The longest numerals are Roman: for
/// numbers up to 65,535, they have at most 65 times `M` and 12 more digits.
const LONGEST: usize = 80;

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

    /// Parses the number at the start of a text, and returns the number and the text after it;
    /// `None` if the text does not start with a number.
    pub(super) fn read(self, text: &str) -> Option<(u16, &str)> {
        if let (Self::Roman, Some(inner)) = (self, text.strip_prefix('(')) {
            let (number, rest) = self.read_bare(inner)?;
            return Some((number, rest.strip_prefix(')')?));
        }
        self.read_bare(text)
    }

    fn read_bare(self, text: &str) -> Option<(u16, &str)> {
        // Every digit is one byte long. Longer digit sequences are not numbers, so only the first
        // `LONGEST + 1` characters are counted.
        let end = text.chars().take(LONGEST + 1).take_while(|&letter| self.has(letter)).count();
        let (digits, rest) = text.split_at(end);
        let number = match self {
            Self::Upper => number(digits, b'A'),
            Self::Lower => number(digits, b'a'),
            Self::Digits => digits.parse().ok(),
            Self::Roman => value_of_roman(digits),
        };
        // A number has one spelling: leading zeros and `IIII` are rejected.
        let is_its_spelling = |number: u16| {
            let mut spelling = String::new();
            self.write_bare(number, &mut spelling);
            spelling == digits
        };
        number.filter(|&n| n > 0 && is_its_spelling(n)).map(|n| (n, rest))
    }

    /// Returns `true` if the letter can be a digit of these numerals.
    pub(crate) fn has(self, letter: char) -> bool {
        match self {
            Self::Upper => letter.is_ascii_uppercase(),
            Self::Lower => letter.is_ascii_lowercase(),
            Self::Digits => letter.is_ascii_digit(),
            Self::Roman => "MDCLXVI".contains(letter),
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

fn number(letters: &str, first: u8) -> Option<u16> {
    letters.bytes().try_fold(0_u16, |number, letter| {
        number.checked_mul(26)?.checked_add(u16::from(letter - first) + 1)
    })
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

fn value_of_roman(text: &str) -> Option<u16> {
    let mut rest = text;
    let mut number = 0_u16;
    for (value, letters) in &ROMAN {
        while let Some(shorter) = rest.strip_prefix(letters) {
            number = number.checked_add(*value)?;
            rest = shorter;
        }
    }
    rest.is_empty().then_some(number)
}
