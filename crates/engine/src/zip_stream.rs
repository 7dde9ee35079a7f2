//! ZIPs that are written as they are sent: no copy of one is ever held in memory or on disk.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::rc::Rc;

use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// Made while somebody waits for it, often on the same machine: quick rather than small.
const LEVEL: i64 = 1;
/// From how many bytes on an entry needs the wider fields of ZIP64. Somewhat early, because what does not compress
/// grows a little.
const LARGE: u64 = 0xf000_0000;

/// Where entries are added.
pub(crate) type Zip<W> = ZipWriter<StreamWriter<Gate<W>>>;

/// Writes a ZIP; blocks. After an error, what was written is no whole archive and cannot be taken for one.
///
/// # Errors
/// What `fill` says, or that `sink` takes no more.
pub(crate) fn write<W, E>(sink: W, fill: impl FnOnce(&mut Zip<W>) -> Result<(), E>) -> Result<(), E>
where
    W: Write,
    E: From<io::Error> + From<ZipError>,
{
    let open = Rc::new(Cell::new(true));
    let gate = Gate { sink, open: Rc::clone(&open) };
    let mut zip = ZipWriter::new_stream(gate);
    // The writer ends the archive when it is dropped; one that broke off must not look whole.
    fill(&mut zip).inspect_err(|_| open.set(false))?;
    let mut gate = zip.finish()?.into_inner();
    Ok(gate.flush()?)
}

/// Times are fixed: what is written has none of its own, and the same content gives the same bytes.
pub(crate) fn options() -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .last_modified_time(DateTime::default())
        .system(System::Unix)
}

/// Adds a file of about `size` bytes; `unread` says what it means that its content cannot be read.
pub(crate) fn add<W, E>(
    zip: &mut Zip<W>,
    name: String,
    options: SimpleFileOptions,
    size: u64,
    mut content: impl Read,
    unread: impl Fn(io::Error) -> E,
) -> Result<(), E>
where
    W: Write,
    E: From<io::Error> + From<ZipError>,
{
    zip.start_file(name, options.large_file(size >= LARGE))?;
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = content.read(&mut piece).map_err(&unread)?;
        if read == 0 {
            return Ok(());
        }
        zip.write_all(&piece[..read])?;
    }
}

/// Lets bytes through until something went wrong. After that it swallows them, so that the end which the ZIP library
/// writes in any case reaches nobody.
pub(crate) struct Gate<W> {
    sink: W,
    open: Rc<Cell<bool>>,
}

impl<W: Write> Write for Gate<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.open.get() {
            return Ok(bytes.len());
        }
        self.sink.write(bytes).inspect_err(|_| self.open.set(false))
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.open.get() { self.sink.flush() } else { Ok(()) }
    }
}
