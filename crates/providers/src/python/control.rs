//! The server's end of a runner's control socket.

use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixDatagram as StdDatagram;
use std::time::Duration;

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
};
use serde::Serialize;
use tokio::io::Interest;
use tokio::net::UnixDatagram;
use tokio::time::timeout;

use crate::python::protocol::MAX_DATAGRAM;

/// How long a runner may leave its socket full: it hangs, or somebody stopped it.
const SEND_TIME: Duration = Duration::from_secs(5);

/// How many descriptors go along with one message at most.
const MAX_DESCRIPTORS: usize = 2;

/// A connected `SOCK_SEQPACKET` socket: whole messages, and descriptors along with them.
///
/// The datagram socket of tokio only waits for readiness here, which does not depend on the type of socket.
#[derive(Debug)]
pub(super) struct Control(UnixDatagram);

impl Control {
    /// Our end and the runner's.
    pub(super) fn pair() -> io::Result<(Self, OwnedFd)> {
        let (ours, theirs) =
            rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        let ours = StdDatagram::from(ours);
        ours.set_nonblocking(true)?;
        Ok((Self(UnixDatagram::from_std(ours)?), theirs))
    }

    /// Sends one message, or fails when the runner takes none for [`SEND_TIME`].
    pub(super) async fn send(
        &self,
        message: &impl Serialize,
        descriptors: &[BorrowedFd<'_>],
    ) -> io::Result<()> {
        let bytes = serde_json::to_vec(message)?;
        if bytes.len() > MAX_DATAGRAM {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("a message of {} bytes is too long for a runner", bytes.len()),
            ));
        }
        let sending = self.0.async_io(Interest::WRITABLE, || {
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
            let mut ancillary = SendAncillaryBuffer::new(&mut space);
            if !descriptors.is_empty() {
                let fits = ancillary.push(SendAncillaryMessage::ScmRights(descriptors));
                debug_assert!(fits, "at most {MAX_DESCRIPTORS} descriptors");
            }
            let flags = SendFlags::NOSIGNAL;
            rustix::net::sendmsg(&self.0, &[IoSlice::new(&bytes)], &mut ancillary, flags)
                .map(drop)
                .map_err(io::Error::from)
        });
        timeout(SEND_TIME, sending).await?
    }

    /// The next message; `None` at the end.
    pub(super) async fn receive<'b>(&self, buffer: &'b mut [u8]) -> io::Result<Option<&'b [u8]>> {
        let received = self
            .0
            .async_io(Interest::READABLE, || {
                match rustix::net::recv(&self.0, &mut *buffer, RecvFlags::empty()) {
                    // The other end is gone with messages of ours unread: no more than an end.
                    Err(Errno::CONNRESET) => Ok(0),
                    other => other.map(|(count, _)| count).map_err(io::Error::from),
                }
            })
            .await?;
        Ok((received > 0).then_some(&buffer[..received]))
    }
}
