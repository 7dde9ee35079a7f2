//! Frames on a call's socket: four bytes of length, big-endian, then as many bytes of JSON.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Memory that is set aside on the word of a frame's header; more only as bytes arrive.
const TRUSTED: u64 = 64 << 10;

/// No frame came.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FrameError {
    /// The other side ended before its frame was whole.
    #[error("the connection ended before an answer")]
    Ended,
    /// The frame is longer than allowed.
    #[error("the answer has {0} bytes")]
    TooLarge(u64),
    /// The socket fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Sends one frame.
pub(crate) async fn write(stream: &mut (impl AsyncWrite + Unpin), body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "the arguments exceed 4 GiB"))?;
    let mut frame = Vec::with_capacity(4 + body.len());
    frame.extend_from_slice(&length.to_be_bytes());
    frame.extend_from_slice(body);
    stream.write_all(&frame).await
}

/// Takes one frame of at most `limit` bytes.
pub(crate) async fn read(stream: &mut (impl AsyncRead + Unpin), limit: u64) -> Result<Vec<u8>, FrameError> {
    let mut header = [0; 4];
    match stream.read_exact(&mut header).await {
        Ok(_) => {}
        Err(cause) if is_end(&cause) => return Err(FrameError::Ended),
        Err(cause) => return Err(cause.into()),
    }
    let length = u64::from(u32::from_be_bytes(header));
    if length > limit {
        return Err(FrameError::TooLarge(length));
    }
    let mut body = Vec::with_capacity(usize::try_from(length.min(TRUSTED)).unwrap_or(0));
    match stream.take(length).read_to_end(&mut body).await {
        Ok(count) if count as u64 == length => Ok(body),
        Ok(_) => Err(FrameError::Ended),
        Err(cause) if is_end(&cause) => Err(FrameError::Ended),
        Err(cause) => Err(cause.into()),
    }
}

fn is_end(cause: &io::Error) -> bool {
    matches!(
        cause.kind(),
        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{FrameError, read, write};

    #[tokio::test]
    async fn a_frame_comes_through() {
        let (mut here, mut there) = tokio::io::duplex(16);
        let body = vec![7; 100_000];
        let (sent, got) = tokio::join!(write(&mut here, &body), read(&mut there, 100_000));
        sent.unwrap();
        assert_eq!(got.unwrap(), body);
    }

    #[tokio::test]
    async fn a_header_alone_reserves_nothing_and_too_much_is_refused_before_it_comes() {
        let claim: &[u8] = &[0xff, 0xff, 0xff, 0xff, b'{'];
        let refused = read(&mut &*claim, 10).await;
        assert!(matches!(refused, Err(FrameError::TooLarge(0xffff_ffff))));
        let cut = read(&mut &*claim, u64::MAX).await;
        assert!(matches!(cut, Err(FrameError::Ended)));
    }
}
