//! Addresses and limits of a client.

use std::net::IpAddr;
use std::time::Duration;

/// The time limit for the head of a request, and again for its body. A client must also take some
/// bytes of a response within this time.
pub(super) const CLIENT_TIMEOUT: Duration = Duration::from_secs(15);
/// The limit in bytes for the head of a request, and for the part of a body that is read ahead.
pub(super) const LONGEST_HEAD: usize = 64 << 10;

/// The IP address of the server to which the client has connected.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalAddress(pub(super) IpAddr);

/// The IP address of the client.
#[derive(Clone, Copy, Debug)]
pub(super) struct PeerAddress(pub(super) IpAddr);
