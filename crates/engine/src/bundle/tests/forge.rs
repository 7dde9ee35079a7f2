//! Archives that no honest program writes.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// One entry, every field as it will stand in the archive.
#[derive(Debug, Clone)]
pub(super) struct Forged {
    pub(super) name: Vec<u8>,
    /// The name in the local header, if it is another one.
    pub(super) local_name: Option<Vec<u8>>,
    pub(super) data: Vec<u8>,
    /// The size that both headers state.
    pub(super) size: u32,
    pub(super) crc: u32,
    pub(super) mode: u32,
    pub(super) flags: u16,
    pub(super) method: u16,
    /// The place of the local header that the directory states, if it lies.
    pub(super) offset: Option<u32>,
}

impl Forged {
    /// An honest stored file.
    pub(super) fn file(name: impl AsRef<[u8]>, data: impl AsRef<[u8]>) -> Self {
        let data = data.as_ref().to_vec();
        Self {
            name: name.as_ref().to_vec(),
            local_name: None,
            size: u32::try_from(data.len()).unwrap(),
            crc: crc32(&data),
            data,
            mode: 0o100_644,
            flags: 0,
            method: 0,
            offset: None,
        }
    }
}

/// An archive of these entries, in this order.
pub(super) fn forge(entries: &[Forged]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = entry.offset.unwrap_or(u32::try_from(bytes.len()).unwrap());
        let packed = u32::try_from(entry.data.len()).unwrap();
        let local_name = entry.local_name.as_ref().unwrap_or(&entry.name);
        let shared = |name: &[u8]| {
            let mut fields = Vec::new();
            fields.extend(20u16.to_le_bytes());
            fields.extend(entry.flags.to_le_bytes());
            fields.extend(entry.method.to_le_bytes());
            fields.extend([0, 0, 0x21, 0]);
            fields.extend(entry.crc.to_le_bytes());
            fields.extend(packed.to_le_bytes());
            fields.extend(entry.size.to_le_bytes());
            fields.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
            fields.extend(0u16.to_le_bytes());
            fields
        };
        bytes.extend(b"PK\x03\x04");
        bytes.extend(shared(local_name));
        bytes.extend(local_name);
        bytes.extend(&entry.data);
        directory.extend(b"PK\x01\x02");
        directory.extend((3u16 << 8 | 20).to_le_bytes());
        directory.extend(shared(&entry.name));
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(&entry.name);
    }
    let count = u16::try_from(entries.len()).unwrap().to_le_bytes();
    let start = u32::try_from(bytes.len()).unwrap();
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count);
    bytes.extend(count);
    bytes.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// An honest compressed archive.
pub(super) fn deflated(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, data) in files {
        archive.start_file(*name, options).unwrap();
        archive.write_all(data).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(!0, |crc: u32, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}
