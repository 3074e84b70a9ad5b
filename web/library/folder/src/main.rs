//! Makes a folder with the page and the library as WebAssembly, which any web server can host.
//!
//! The script `web/build` compiles the library first, and calls this program.

mod example;
mod first;
mod library;
mod preview;
mod site;

use std::process::ExitCode;

use self::site::Site;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let built = match &arguments[..] {
        [library, folder] => Site::build(library, folder, None),
        [library, folder, url] => Site::build(library, folder, Some(url)),
        _ => Err("usage: kubikschach-folder LIBRARY DIR [URL]".into()),
    };
    match built {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
