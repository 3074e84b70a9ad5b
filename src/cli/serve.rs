//! `serve`: prints the address of the page, and serves it.

use std::io::{self, Write};

use super::output::Output;
use super::{Failure, Success, args, signals};
use crate::serve::Server;

pub(crate) fn run(args: &args::Serve, out: &mut Output) -> Result<Success, Failure> {
    // The handlers come before the address, because a script may send a signal as soon as it has
    // read the address.
    let bound = Server::bind(&args.host, args.port, signals::handled());
    let server = bound.map_err(|error| {
        let is_refused =
            matches!(error.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied);
        let hint = is_refused.then(|| "--port 0 chooses a free port".to_owned());
        Failure::with_hint(format!("{}:{}: {error}", args.host, args.port), hint)
    })?;
    let address = server.address()?;
    writeln!(out, "{address}")?;
    out.flush()?;
    if args.open {
        let opened = open::that_detached(&address);
        opened.map_err(|error| Failure::new(format!("the browser can't be opened: {error}")))?;
    }
    server.run();
    Ok(Success::Yes)
}
