//! A process that speaks on its standard input and output, a message a line.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::lines::{Line, Lines};
use super::process::{ServerProcess, Streams, how};
use crate::client::exchange::Exchange;
use crate::client::fault::RequestError;
use crate::client::guard::{Guard, Guards};
use crate::client::target::Program;
use crate::rpc::Message;
use crate::rpc::limits::MESSAGE_MAX;

/// Messages that wait to be written to a server that does not read.
const UNWRITTEN_MAX: usize = 64;

/// How long what a server wrote last may take to be read after its end.
const LAST_WORDS_TIME: Duration = Duration::from_secs(1);

/// What processes need of the house.
#[derive(Debug)]
pub(crate) struct Surroundings {
    pub(crate) house: String,
    pub(crate) guards: Guards,
    pub(crate) end_time: Duration,
}

/// A server's process, as its client sees it. One task waits for its end, which alone ends it.
#[derive(Debug)]
pub(crate) struct Stdio {
    outbox: mpsc::Sender<Vec<u8>>,
    /// 0 once it has ended.
    pid: Arc<AtomicU32>,
    ending: CancellationToken,
    gone: CancellationToken,
}

impl Stdio {
    /// Starts a program; what it says goes to the exchange. One of `tasks` lasts until nothing of it lives.
    pub(crate) fn start(
        program: &Program,
        surroundings: &Surroundings,
        tasks: &TaskTracker,
        exchange: &Arc<Exchange>,
    ) -> io::Result<Self> {
        let guard = surroundings.guards.stand().unwrap_or_else(|error| {
            tracing::warn!(%error, "no guard: should Pegboard be killed, MCP servers may outlive it until its next start");
            None
        });
        let (process, streams) =
            ServerProcess::start(program, &surroundings.house, surroundings.guards.mark())?;
        let Streams { stdin, stdout, stderr } = streams;
        let pid = Arc::new(AtomicU32::new(process.pid().unwrap_or_default()));
        let (outbox, unwritten) = mpsc::channel(UNWRITTEN_MAX);
        let (ending, gone) = (CancellationToken::new(), CancellationToken::new());
        let writer = tokio::spawn(write(stdin, unwritten));
        let readers = [
            tokio::spawn(read_messages(stdout, Arc::clone(exchange))),
            tokio::spawn(read_log(stderr, Arc::clone(exchange))),
        ];
        tasks.spawn(supervise(Supervised {
            process,
            writer,
            readers,
            exchange: Arc::clone(exchange),
            pid: Arc::clone(&pid),
            ending: ending.clone(),
            gone: gone.clone(),
            patience: surroundings.end_time,
            _guard: guard,
        }));
        Ok(Self { outbox, pid, ending, gone })
    }

    pub(super) async fn send(&self, message: &Message) -> Result<(), RequestError> {
        let mut line =
            serde_json::to_vec(message).map_err(|error| RequestError::Malformed(error.to_string()))?;
        if line.len() > MESSAGE_MAX {
            return Err(RequestError::TooLarge);
        }
        line.push(b'\n');
        self.outbox.send(line).await.map_err(|_| RequestError::Gone("does not read any more".to_owned()))
    }

    pub(super) fn pid(&self) -> Option<u32> {
        Some(self.pid.load(Ordering::Acquire)).filter(|pid| *pid != 0)
    }

    pub(super) async fn end(&self) {
        self.ending.cancel();
        self.gone.cancelled().await;
    }
}

impl Drop for Stdio {
    fn drop(&mut self) {
        self.ending.cancel();
    }
}

struct Supervised {
    process: ServerProcess,
    writer: JoinHandle<()>,
    readers: [JoinHandle<()>; 2],
    exchange: Arc<Exchange>,
    pid: Arc<AtomicU32>,
    ending: CancellationToken,
    gone: CancellationToken,
    patience: Duration,
    _guard: Option<Arc<Guard>>,
}

/// Waits for the end of a process, or ends it when it is to end; then ends what it left.
async fn supervise(mut it: Supervised) {
    let how = tokio::select! {
        status = it.process.ended() => how(&status),
        () = it.ending.cancelled() => "was ended by Pegboard".to_owned(),
        // It says nothing any more. Often it has just ended; if it lives, no answer will ever come all the same.
        _ = &mut it.readers[0] => match timeout(LAST_WORDS_TIME, it.process.ended()).await {
            Ok(status) => how(&status),
            Err(_) => "closed its output".to_owned(),
        },
    };
    // Closes its input.
    it.writer.abort();
    if it.ending.is_cancelled() {
        it.exchange.close(RequestError::Gone(how.clone()));
    }
    it.process.end(it.patience).await;
    it.process.end_strays().await;
    for reader in &mut it.readers {
        if !reader.is_finished() && timeout(LAST_WORDS_TIME, &mut *reader).await.is_err() {
            reader.abort();
        }
    }
    it.exchange.log().note(&format!("its process {how}"));
    it.exchange.close(RequestError::Gone(how));
    it.pid.store(0, Ordering::Release);
    it.gone.cancel();
}

async fn write(mut stdin: ChildStdin, mut unwritten: mpsc::Receiver<Vec<u8>>) {
    while let Some(line) = unwritten.recv().await {
        if stdin.write_all(&line).await.is_err() {
            return;
        }
    }
}

async fn read_messages(stdout: ChildStdout, exchange: Arc<Exchange>) {
    const BUFFER_BYTES: usize = 64 << 10;
    let mut lines = Lines::new(BufReader::with_capacity(BUFFER_BYTES, stdout), MESSAGE_MAX);
    while let Ok(Some(line)) = lines.next().await {
        match line {
            Line::Whole(line) => {
                exchange.take_json(&line, None);
            }
            Line::TooLong => exchange.too_large(),
        }
    }
}

async fn read_log(mut stderr: ChildStderr, exchange: Arc<Exchange>) {
    let mut buffer = vec![0; 16 << 10];
    while let Ok(count @ 1..) = stderr.read(&mut buffer).await {
        exchange.log().wrote(&buffer[..count]);
    }
}
