//! Takes what a tool prints.

use pegboard_model::provider::Host;
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::capture::{Capture, Decoder};

/// Bytes of log that are read at once.
const LOG_CHUNK: usize = 64 << 10;

/// Takes what the tool prints, whoever keeps up with it: memory stays bounded, and the tool never waits for long.
pub(crate) async fn pump(log: &mut (impl AsyncRead + Unpin), capture: &mut Capture, host: &dyn Host) {
    let mut decoder = Decoder::default();
    let mut buffer = Vec::with_capacity(LOG_CHUNK);
    // An error on reading a pipe is no more than its end.
    while let Ok(1..) = log.read_buf(&mut buffer).await {
        capture.push(&buffer);
        let text = decoder.decode(&buffer);
        if !text.is_empty() {
            host.log(&text);
        }
        buffer.clear();
    }
}
