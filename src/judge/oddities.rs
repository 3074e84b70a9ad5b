//! Oddities of outputs that keep a reader from seeing the answer, such as a minus sign for `-`.

use std::borrow::Cow;
use std::mem;

use anstream::adapter::strip_str;

/// An encoding of outputs other than UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf16,
    /// Another encoding, with the first byte that is not UTF-8.
    NotUtf8(u8),
}

/// Something in an output that makes it differ from the plain answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Oddity {
    Encoding(Encoding),
    /// Escape sequences, such as those for colors.
    Escapes,
    /// An invisible character, with its name.
    Invisible(&'static str, char),
    /// A character in place of the plain one, with its name.
    LookAlike(&'static str, char, char),
    /// An unusual spelling of a number, with its name.
    Spelling(&'static str),
}

/// The first and last of some characters, with the name of such a character.
type Named = (char, char, &'static str);

/// Characters that a terminal does not show.
const INVISIBLE: [Named; 8] = [
    ('\0', '\0', "a NUL character"),
    ('\u{1}', '\u{1f}', "a control character"),
    ('\u{7f}', '\u{9f}', "a control character"),
    ('\u{ad}', '\u{ad}', "a soft hyphen"),
    ('\u{200b}', '\u{200b}', "a zero-width space"),
    ('\u{200c}', '\u{200f}', "an invisible mark"),
    ('\u{2060}', '\u{2060}', "a word joiner"),
    ('\u{feff}', '\u{feff}', "a byte order mark"),
];

/// Characters that look like plain ones, each row with the plain character for the first.
const LOOK_ALIKES: [(Named, char); 10] = [
    (('\u{2212}', '\u{2212}', "a minus sign"), '-'),
    (('\u{2010}', '\u{2010}', "a hyphen"), '-'),
    (('\u{2011}', '\u{2011}', "a non-breaking hyphen"), '-'),
    (('\u{2012}', '\u{2012}', "a figure dash"), '-'),
    (('\u{2013}', '\u{2013}', "an en dash"), '-'),
    (('\u{fe63}', '\u{fe63}', "a small hyphen"), '-'),
    (('\u{ff0d}', '\u{ff0d}', "a full-width hyphen"), '-'),
    (('\u{ff10}', '\u{ff19}', "a full-width digit"), '0'),
    (('\u{ff21}', '\u{ff3a}', "a full-width letter"), 'A'),
    (('\u{ff41}', '\u{ff5a}', "a full-width letter"), 'a'),
];

/// A text in plain characters, with what was odd in it.
#[derive(Clone, Debug)]
pub(super) struct PlainText {
    pub(super) text: String,
    pub(super) oddities: Vec<Oddity>,
}

impl PlainText {
    /// Returns an output without everything that a terminal does not show. The encoding is that of an
    /// output that is not UTF-8.
    pub(super) fn of_output(output: &str, encoding: Option<Encoding>) -> Self {
        let mut oddities: Vec<Oddity> = encoding.map(Oddity::Encoding).into_iter().collect();
        let mut output = Cow::Borrowed(output);
        if output.contains('\u{1b}') {
            oddities.push(Oddity::Escapes);
            output = Cow::Owned(strip_str(&output).to_string());
        }
        let is_utf16 = encoding == Some(Encoding::Utf16);
        let mut text = String::new();
        for letter in output.chars() {
            match INVISIBLE.iter().find(|(first, last, _)| (*first..=*last).contains(&letter)) {
                // In UTF-16, one of the two bytes of each plain character is NUL.
                _ if is_utf16 && matches!(letter, '\0' | char::REPLACEMENT_CHARACTER) => {}
                Some((_, _, name)) => oddities.push(Oddity::Invisible(name, letter)),
                None => text.push(letter),
            }
        }
        Self { text: text.trim().to_owned(), oddities }
    }

    /// Returns an answer in plain characters and spelling.
    pub(super) fn of_answer(answer: &str) -> Self {
        let (mut text, mut oddities) = (String::new(), Vec::new());
        for letter in answer.chars() {
            let plain = look_alike(letter);
            oddities.extend(plain.map(|(name, plain)| Oddity::LookAlike(name, letter, plain)));
            text.push(plain.map_or(letter, |(_, plain)| plain));
        }
        for (name, plain) in SPELLINGS {
            if let Some(plain) = plain(&text) {
                text = plain;
                oddities.push(Oddity::Spelling(name));
            }
        }
        Self { text, oddities }
    }
}

/// Returns the plain character that `letter` looks like, with the name of `letter`.
fn look_alike(letter: char) -> Option<(&'static str, char)> {
    let is_row = |row: &&(Named, char)| (row.0.0..=row.0.1).contains(&letter);
    let ((first, _, name), plain) = LOOK_ALIKES.iter().find(is_row)?;
    let plain = u32::from(*plain) + u32::from(letter) - u32::from(*first);
    Some((name, char::from_u32(plain)?))
}

/// A function that returns the plain spelling of a text in an unusual one.
type Plain = fn(&str) -> Option<String>;

/// Unusual spellings of answers, each with its name, in the order in which they are undone.
const SPELLINGS: [(&str, Plain); 4] = [
    ("quotation marks", |text| {
        let inner = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark);
        ['"', '\'', '`'].into_iter().find_map(inner).map(str::to_owned)
    }),
    ("a plus sign", |text| {
        text.strip_prefix('+').filter(|number| is_number(number)).map(str::to_owned)
    }),
    ("a decimal point", |text| {
        let (number, zeros) = text.split_once('.')?;
        let is_whole = !zeros.is_empty() && zeros.bytes().all(|digit| digit == b'0');
        (is_whole && is_number(number.strip_prefix('-').unwrap_or(number)))
            .then(|| number.to_owned())
    }),
    ("zeros in front", |text| {
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        let least = digits.trim_start_matches('0');
        let least = if least.is_empty() { "0" } else { least };
        (least.len() < digits.len() && is_number(digits)).then(|| format!("{sign}{least}"))
    }),
];

/// Returns `true` for digits, perhaps with a decimal point.
fn is_number(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

impl Oddity {
    /// Returns `true` if one sentence says both.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        mem::discriminant(self) == mem::discriminant(other) && self.name() == other.name()
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Encoding(Encoding::Utf16) => "UTF-16",
            Self::Encoding(Encoding::NotUtf8(_)) => "bytes that are not UTF-8",
            Self::Escapes => "escape sequences (colors)",
            Self::Invisible(name, _) | Self::LookAlike(name, ..) | Self::Spelling(name) => name,
        }
    }

    /// Returns words for the oddity, such as ``a minus sign (U+2212) in place of `-` ``.
    pub(super) fn text(&self) -> String {
        let name = self.name();
        match self {
            Self::Encoding(Encoding::NotUtf8(byte)) => format!("{name} (0x{byte:02X})"),
            Self::Invisible(_, letter) => format!("{name} (U+{:04X})", u32::from(*letter)),
            Self::LookAlike(_, letter, plain) => {
                format!("{name} (U+{:04X}) in place of `{plain}`", u32::from(*letter))
            }
            Self::Encoding(Encoding::Utf16) | Self::Escapes | Self::Spelling(_) => name.to_owned(),
        }
    }
}

impl Encoding {
    /// Returns the encoding of an output; `None` if the output is UTF-8.
    pub(super) fn of(output: &[u8]) -> Option<Self> {
        // Without a byte order mark, a NUL after a single character does not prove UTF-16.
        let pairs = output.chunks_exact(2);
        let is_nul = |at: usize| output.len() >= 4 && pairs.clone().all(|pair| pair[at] == 0);
        let has_mark = output.starts_with(b"\xff\xfe") || output.starts_with(b"\xfe\xff");
        if output.len().is_multiple_of(2) && (has_mark || is_nul(0) != is_nul(1)) {
            return Some(Self::Utf16);
        }
        let error = str::from_utf8(output).err()?;
        Some(Self::NotUtf8(output[error.valid_up_to()]))
    }
}
