//! `model.safetensors`: named arrays of numbers.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use safetensors::Dtype;
use safetensors::tensor::Metadata;

use crate::error::ModelError;

/// Bytes of the file.
const FILE_MAX: u64 = 2 << 30;
/// Bytes of its header.
const HEADER_MAX: u64 = 1 << 20;
/// Bytes before the header, which say how long it is.
const LENGTH: u64 = 8;
/// Bytes of a number.
const NUMBER: usize = size_of::<f32>();

/// The open file. Numbers are read from it when they are asked for.
#[derive(Debug)]
pub(crate) struct Tensors {
    path: PathBuf,
    file: File,
    metadata: Metadata,
    /// Where the numbers begin.
    start: u64,
}

/// A table in the file, whose rows are read one by one.
#[derive(Debug)]
pub(crate) struct Table {
    file: File,
    start: u64,
    width: usize,
}

impl Tensors {
    /// Opens the file, and checks that what its header says fits what it has.
    pub(crate) fn open(folder: &Path) -> Result<Self, ModelError> {
        let path = folder.join("model.safetensors");
        let unreadable = |source| ModelError::Unreadable { path: path.clone(), source };
        let invalid = |reason: &str| ModelError::Invalid { path: path.clone(), reason: reason.to_owned() };
        let file = File::open(&path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        if size > FILE_MAX {
            return Err(ModelError::TooLarge { path, limit: FILE_MAX });
        }
        if size < LENGTH {
            return Err(invalid("the file is too short: this is not a safetensors file"));
        }
        let mut length = [0; LENGTH as usize];
        file.read_exact_at(&mut length, 0).map_err(unreadable)?;
        let length = u64::from_le_bytes(length);
        if length > HEADER_MAX.min(size - LENGTH) {
            return Err(invalid(
                "the header is longer than the file, or than 1 MiB: this is not a safetensors file",
            ));
        }
        let mut header = vec![0; usize::try_from(length).unwrap_or_default()];
        file.read_exact_at(&mut header, LENGTH).map_err(unreadable)?;
        let metadata: Metadata =
            serde_json::from_slice(&header).map_err(|error| invalid(&format!("the header: {error}")))?;
        let start = LENGTH + length;
        if metadata.data_len() as u64 != size - start {
            return Err(invalid("the file is shorter or longer than its header says"));
        }
        Ok(Self { path, file, metadata, start })
    }

    /// The numbers of one array, which must have this shape.
    pub(crate) fn read(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
        let mut numbers = vec![0.0; shape.iter().product()];
        self.read_into(name, shape, &mut numbers)?;
        Ok(numbers)
    }

    /// The same, into what is there.
    pub(crate) fn read_into(&self, name: &str, shape: &[usize], into: &mut [f32]) -> Result<(), ModelError> {
        let start = self.place(name, shape)?;
        numbers_at(&self.file, start, into)
            .map_err(|source| ModelError::Unreadable { path: self.path.clone(), source })?;
        if into.iter().all(|number| number.is_finite()) {
            Ok(())
        } else {
            let reason = format!("`{name}` holds numbers that are none");
            Err(ModelError::Invalid { path: self.path.clone(), reason })
        }
    }

    /// A table of so many rows, which stays in the file.
    pub(crate) fn table(&self, name: &str, rows: usize, width: usize) -> Result<Table, ModelError> {
        let start = self.place(name, &[rows, width])?;
        let file = self.file.try_clone();
        let file = file.map_err(|source| ModelError::Unreadable { path: self.path.clone(), source })?;
        Ok(Table { file, start, width })
    }

    fn place(&self, name: &str, shape: &[usize]) -> Result<u64, ModelError> {
        let invalid = |reason| ModelError::Invalid { path: self.path.clone(), reason };
        let info = self.metadata.info(name);
        let info =
            info.ok_or_else(|| invalid(format!("there is no `{name}`, which every BERT encoder has")))?;
        if info.dtype != Dtype::F32 || info.shape != shape {
            let (kind, found) = (info.dtype, &info.shape);
            return Err(invalid(format!("`{name}` is {kind:?} {found:?}, and should be F32 {shape:?}")));
        }
        Ok(self.start + info.data_offsets.0 as u64)
    }
}

impl Table {
    /// One row; `row` is below the number of rows, and `into` as wide as one.
    pub(crate) fn row(&self, row: usize, into: &mut [f32]) -> io::Result<()> {
        numbers_at(&self.file, self.start + (row * self.width * NUMBER) as u64, into)
    }
}

fn numbers_at(file: &File, start: u64, into: &mut [f32]) -> io::Result<()> {
    const PIECE: usize = 16 * 1024;
    let mut bytes = vec![0; PIECE.min(into.len()) * NUMBER];
    let mut place = start;
    for numbers in into.chunks_mut(PIECE) {
        let (bytes, _) = bytes.split_at_mut(numbers.len() * NUMBER);
        file.read_exact_at(bytes, place)?;
        place += bytes.len() as u64;
        let (read, _) = bytes.as_chunks::<NUMBER>();
        for (number, bytes) in numbers.iter_mut().zip(read) {
            *number = f32::from_le_bytes(*bytes);
        }
    }
    Ok(())
}
