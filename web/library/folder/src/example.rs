//! The page of an example: a title and a preview for other sites, and a link to the board.

use serde_json::Value;

use crate::library::ask;
use crate::preview::SIZE;
use crate::site::{Failure, escaped};

/// An example, as the library lists it.
pub struct Example {
    /// Name of its files, without extension.
    pub file: String,
    /// Title, such as `Mate in 2 on 3×3×3 – Kubikschach`.
    pub title: String,
    /// Heading of its group.
    group: String,
    /// Fragment of the page's address, with the `#`.
    fragment: String,
}

impl Example {
    /// Returns all examples.
    pub fn all() -> Result<Vec<Self>, Failure> {
        let all = ask("examples", "{}")?;
        Ok(all.as_array().into_iter().flatten().map(Self::new).collect())
    }

    fn new(example: &Value) -> Self {
        let text = |key: &str| match &example[key] {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        let is_mate = example.get("board").is_some();
        let (tab, keys) = if is_mate {
            ("mate", &["rules", "size", "board", "in"][..])
        } else {
            ("path", &["rules", "size", "piece", "color", "start", "finish"][..])
        };
        let given = keys.iter().filter(|key| example.get(**key).is_some());
        let mut parts: Vec<String> =
            given.map(|key| format!("{key}={}", encoded(&text(key)))).collect();
        parts.extend(example.get("in").map(|_| "unsolved=1".to_owned()));
        parts.push(format!("example={}", encoded(&text("name"))));
        Self {
            file: text("file"),
            title: format!("{} – Kubikschach", text("about")),
            group: text("title"),
            fragment: format!("#tab={tab}&{}", parts.join("&")),
        }
    }

    /// Returns a page that opens the board of this example. `url` is the URL of the folder; without
    /// it, addresses are relative.
    pub fn page(&self, url: Option<&str>) -> String {
        let [width, height] = SIZE;
        let [file, title, group, link] =
            [&self.file, &self.title, &self.group, &self.fragment].map(|text| escaped(text));
        let folder = url.map(|url| escaped(&format!("{url}examples/"))).unwrap_or_default();
        let own = if url.is_some() {
            format!("  <meta property=\"og:url\" content=\"{folder}{file}.html\">\n")
        } else {
            String::new()
        };
        format!(
            r#"<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{title}</title>
  <meta name="description" content="{group}">
  <meta property="og:type" content="website">
  <meta property="og:title" content="{title}">
  <meta property="og:description" content="{group}">
  <meta property="og:image" content="{folder}{file}.png">
  <meta property="og:image:width" content="{width}">
  <meta property="og:image:height" content="{height}">
{own}  <meta http-equiv="refresh" content="0; url=../{link}">
</head>
<body>
  <p><a href="../{link}">{title}</a></p>
</body>
</html>
"#
        )
    }
}

/// Returns a text as a value in the fragment of an address.
fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~(),".contains(&byte);
    text.bytes()
        .map(
            |byte| {
                if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
            },
        )
        .collect()
}
