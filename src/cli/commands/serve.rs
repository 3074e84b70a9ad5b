//! `serve`: prints the address of the page, and serves it.

use std::io::{self, Write};
use std::net::Ipv6Addr;

use clap::Parser;

use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::messages::print_message;
use crate::cli::output::Output;
use crate::cli::success::Success;
use crate::mistake::io_reason;
use crate::serve::Server;
use crate::terminal::signals;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach serve --open
  kubikschach serve --port 0")]
pub(crate) struct ServeArgs {
    /// Listen on this address or host name
    ///
    /// Other machines must use this name, or the IP address of this machine, in the page's address. Requests to
    /// other names are refused, because a web page elsewhere could make a browser send them.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Listen on this port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Copy links that begin with this URL, at which others find the page
    ///
    /// Without it, links begin with the page's own address, which often works on this computer only.
    #[arg(long, value_name = "URL", value_parser = public_url)]
    pub(crate) public_url: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// Parses the URL of a page, to which the page adds fragments.
fn public_url(text: &str) -> Result<String, String> {
    let name = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let is_name = |name: &str| !name.is_empty() && !name.starts_with(['/', '?', ':']);
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"<>#\\^`{|}".contains(&byte);
    if name.is_some_and(is_name) && text.bytes().all(is_plain) {
        Ok(text.to_owned())
    } else {
        let example = "`https://example.org/chess/`";
        Err(format!("expected an http or https URL without a fragment, such as {example}"))
    }
}

impl ServeArgs {
    /// Returns a hint about an address that can't be listened on.
    fn hint(&self, error: &io::Error) -> Option<String> {
        if matches!(error.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied) {
            return Some("--port 0 chooses a free port".to_owned());
        }
        // The host may be a URL, or have a port.
        let name = self.host.split_once("://").map_or(&*self.host, |(_, name)| name);
        let name = name.trim_end_matches('/');
        let is_port = |port: &str| port.parse::<u16>().is_ok();
        let advice = match name.rsplit_once(':') {
            Some((host, port)) if is_port(port) && name.parse::<Ipv6Addr>().is_err() => {
                format!("`--host {host} --port {port}`")
            }
            _ if name != self.host => format!("`--host {name}`"),
            _ => return None,
        };
        Some(format!("write {advice}"))
    }
}

impl CliCommand for ServeArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        vec![(true, "serve")]
    }

    fn run(&self, _json: bool, out: &mut Output) -> Result<Success, Failure> {
        // The handlers come before the address, because a script may send a signal as soon as it has
        // read the address.
        let bound =
            Server::bind(&self.host, self.port, self.public_url.clone(), signals::handled());

        let server = bound.map_err(|error| {
            let message = format!("{}:{}: {}", self.host, self.port, io_reason(&error));
            Failure::with_hint(message, self.hint(&error))
        })?;
        if server.is_public()? {
            print_message("warning: everybody in the network can ask this server");
        }
        let address = server.address()?;
        writeln!(out, "{address}")?;
        out.flush()?;
        if self.open {
            let opened = open::that_detached(&address);
            opened
                .map_err(|error| Failure::new(format!("the browser can't be opened: {error}")))?;
        }
        server.run();
        Ok(Success::Yes)
    }
}
