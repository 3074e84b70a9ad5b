//! The folder: the files of one version, and those at its root, which refer to them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use kubikschach::api::{THUMBNAIL, thumbnail};

use crate::example::Example;
use crate::first;
use crate::preview::{self, SIZE};

/// The reason why the folder cannot be built.
pub type Failure = Box<dyn Error>;

/// The contents of files, by their paths in a folder.
type Files = BTreeMap<String, Vec<u8>>;

/// The example whose picture is the preview of the start page.
const PREVIEW: &str = "mate-10";

/// The folder while it is built.
pub struct Site {
    /// URL of the folder, with a slash at its end.
    url: Option<String>,
    /// Name of the folder with the files of this version.
    version: String,
    versioned: Files,
    root: Files,
}

impl Site {
    /// Builds a folder with the page and the `library`, a compressed file with WebAssembly.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written, or if the URL is none.
    pub fn build(library: &str, folder: &str, url: Option<&str>) -> Result<(), Failure> {
        let sources = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut versioned = Files::new();
        for entry in fs::read_dir(sources.join("page"))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            versioned.insert(name, fs::read(path)?);
        }
        let page = versioned.remove("index.html").ok_or("there is no index.html")?;
        let page = String::from_utf8(page)?;
        let worker = fs::read_to_string(sources.join("library/service-worker.js"))?;
        versioned.insert("worker.js".to_owned(), fs::read(sources.join("library/worker.js"))?);
        versioned.insert("kubikschach.wasm.gzip".to_owned(), fs::read(library)?);
        versioned.insert("first.json".to_owned(), first::answers()?.into_bytes());
        let mut hasher = DefaultHasher::new();
        (&versioned, &page, &worker, url).hash(&mut hasher);
        let version = format!("v-{:016x}", hasher.finish());
        let mut site =
            Self { url: url.map(folder_url).transpose()?, version, versioned, root: Files::new() };
        site.add_examples()?;
        site.root.insert("preview.png".to_owned(), preview::of_example(PREVIEW)?);
        site.root.insert("index.html".to_owned(), site.page(&page)?.into_bytes());
        let worker = site.service_worker(&worker)?;
        site.root.insert("service-worker.js".to_owned(), worker.into_bytes());
        site.write(Path::new(folder))
    }

    fn add_examples(&mut self) -> Result<(), Failure> {
        for example in Example::all()? {
            let file = &example.file;
            let picture = thumbnail(file, THUMBNAIL).ok_or("an example has no picture")?;
            let preview = preview::of_example(file)?;
            let page = example.page(self.url.as_deref());
            self.root.insert(format!("examples/{file}.svg"), picture.into_bytes());
            self.root.insert(format!("examples/{file}.png"), preview);
            self.root.insert(format!("examples/{file}.html"), page.into_bytes());
        }
        Ok(())
    }

    /// Returns the page for this folder: it asks the library, and refers to the files of this version.
    fn page(&self, page: &str) -> Result<String, Failure> {
        let mut page = page.to_owned();
        let mut replace = |from: &str, to: &str| -> Result<(), Failure> {
            if !page.contains(from) {
                return Err(format!("expected `{from}` in index.html").into());
            }
            page = page.replace(from, to);
            Ok(())
        };
        replace("href=\"api/rules\"", "href=\"first.json\"")?;
        let url = self.url.as_deref().map(escaped);
        let public =
            url.as_ref().map(|url| format!(" data-public-url=\"{url}\"")).unwrap_or_default();
        replace("data-transport=\"server\"", &format!("data-transport=\"library\"{public}"))?;
        replace("</head>", &format!("{}</head>", self.tags()))?;
        for name in self.versioned.keys() {
            for attribute in ["href", "src"] {
                let own = format!("{attribute}=\"{}/{name}\"", self.version);
                page = page.replace(&format!("{attribute}=\"{name}\""), &own);
            }
        }
        Ok(page)
    }

    /// Returns the tags from which other sites make a preview of a link to the start page.
    fn tags(&self) -> String {
        let url = self.url.as_deref().map(escaped);
        let [width, height] = SIZE.map(|length| length.to_string());
        let image = format!("{}preview.png", url.as_deref().unwrap_or_default());
        let mut tags = vec![
            ("type", "website"),
            ("title", "Kubikschach"),
            (
                "description",
                "Test pieces, find shortest paths and explain checkmates on boards with several levels.",
            ),
            ("image", &image),
            ("image:width", &width),
            ("image:height", &height),
        ];
        tags.extend(url.as_deref().map(|url| ("url", url)));
        let line = |(name, text): (&str, &str)| {
            format!("  <meta property=\"og:{name}\" content=\"{text}\">\n")
        };
        tags.into_iter().map(line).collect()
    }

    /// Returns the service worker that keeps the files of this version.
    fn service_worker(&self, worker: &str) -> Result<String, Failure> {
        let versioned = self.versioned.keys().map(|name| format!("{}/{name}", self.version));
        // Other sites load previews; nobody needs them offline.
        let is_picture = |name: &str| Path::new(name).extension().is_some_and(|end| end == "png");
        let is_kept = |name: &&String| name.starts_with("examples/") && !is_picture(name);
        let root = self.root.keys().filter(is_kept).cloned();
        let files: Vec<String> =
            ["./".to_owned()].into_iter().chain(versioned).chain(root).collect();
        let filled = worker
            .replace("\"v-0\"", &format!("\"{}\"", self.version))
            .replace("[\"./\"]", &serde_json::to_string(&files)?);
        if filled.contains("v-0") {
            return Err("expected \"v-0\" in service-worker.js".into());
        }
        Ok(filled)
    }

    /// Writes all files, and removes those of the version before.
    fn write(&self, folder: &Path) -> Result<(), Failure> {
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && (name == "examples" || is_version(&name)) {
                fs::remove_dir_all(path)?;
            }
        }
        let versioned =
            self.versioned.iter().map(|(name, bytes)| (format!("{}/{name}", self.version), bytes));
        for (name, bytes) in
            versioned.chain(self.root.iter().map(|(name, bytes)| (name.clone(), bytes)))
        {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, bytes)?;
        }
        Ok(())
    }
}

/// Returns `true` if a folder of this name has the files of a version.
fn is_version(name: &str) -> bool {
    name.strip_prefix("v-")
        .is_some_and(|hash| hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Returns the URL of the folder with a slash at its end.
fn folder_url(url: &str) -> Result<String, Failure> {
    let name = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"<>#?\\^`{|}".contains(&byte);
    if name.is_none_or(|name| name.is_empty() || name.starts_with('/'))
        || !url.bytes().all(is_plain)
    {
        let example = "`https://example.org/chess/`";
        return Err(format!(
            "`{url}`: expected the http or https URL of a folder, such as {example}"
        )
        .into());
    }
    Ok(format!("{}/", url.trim_end_matches('/')))
}

/// Returns a text for an attribute or an element of HTML.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
