//! The index as bytes: a header, the tree in walking order, and a checksum of both.

use sha2::{Digest, Sha256};

use crate::blobs::Epoch;
use crate::disk::stamp::Stamp;
use crate::hash::BlobHash;
use crate::index::tree::{Content, Dir, FileNode, Node};
use crate::manifest::{Entry, Mode};
use crate::path::TreePath;

/// Names the format and its version; another one is thrown away, not converted.
const MAGIC: &[u8; 8] = b"PGBIDX02";
const CHECKSUM: usize = 32;
const FILE: u8 = 0;
const DIR: u8 = 1;

/// What the index was made of, so that one of another folder or store is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The inode of the workspace.
    pub(crate) workspace: u64,
    pub(crate) epoch: Epoch,
}

/// The bytes of an index. Only files with known content are kept.
pub(crate) fn encode(origin: Origin, root: &Dir) -> Vec<u8> {
    let mut out = Vec::with_capacity(4096);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&origin.workspace.to_le_bytes());
    out.extend_from_slice(&origin.epoch.to_bytes());
    encode_dir(root, &mut out);
    let sum = Sha256::digest(&out);
    out.extend_from_slice(&sum);
    out
}

fn encode_dir(dir: &Dir, out: &mut Vec<u8>) {
    // The names are all there only if each is written.
    let whole = dir.children.values().all(|node| {
        matches!(node, Node::Dir(_) | Node::File(FileNode { content: Content::Known { .. }, .. }))
    });
    let listed = dir.listed.filter(|_| whole);
    out.push(u8::from(listed.is_some()));
    if let Some(stamp) = listed {
        encode_stamp(&stamp, out);
    }
    let place = out.len();
    out.extend_from_slice(&[0; 4]);
    let mut count = 0_u32;
    for (name, node) in &dir.children {
        // A component has at most 255 bytes; one that has more was never let into the tree.
        let Ok(len) = u8::try_from(name.len()) else {
            continue;
        };
        match node {
            Node::File(FileNode { stamp, content: Content::Known { entry, settled }, .. }) => {
                out.extend_from_slice(&[FILE, len]);
                out.extend_from_slice(name);
                encode_stamp(stamp, out);
                out.extend_from_slice(&[mode_byte(entry.mode), u8::from(*settled)]);
                out.extend_from_slice(entry.hash.as_bytes());
            }
            Node::Dir(child) => {
                out.extend_from_slice(&[DIR, len]);
                out.extend_from_slice(name);
                encode_dir(child, out);
            }
            _ => continue,
        }
        count += 1;
    }
    out[place..place + 4].copy_from_slice(&count.to_le_bytes());
}

fn encode_stamp(stamp: &Stamp, out: &mut Vec<u8>) {
    out.extend_from_slice(&stamp.size.to_le_bytes());
    out.extend_from_slice(&stamp.mtime.to_le_bytes());
    out.extend_from_slice(&stamp.ctime.to_le_bytes());
    out.extend_from_slice(&stamp.inode.to_le_bytes());
    out.extend_from_slice(&stamp.mode.to_le_bytes());
}

const fn mode_byte(mode: Mode) -> u8 {
    match mode {
        Mode::Plain => 0,
        Mode::Executable => 1,
        Mode::Link => 2,
    }
}

/// The index that `bytes` hold; `None` when anything about them is not as [`encode`] writes it.
pub(crate) fn decode(bytes: &[u8]) -> Option<(Origin, Dir)> {
    let (content, sum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
    if !content.starts_with(MAGIC) || Sha256::digest(content).as_slice() != sum {
        return None;
    }
    let mut input = Input(&content[MAGIC.len()..]);
    let workspace = u64::from_le_bytes(input.array()?);
    let epoch = Epoch::from_bytes(input.array()?);
    let root = decode_dir(&mut input, &mut Vec::new(), TreePath::MAX_DEPTH)?;
    input.0.is_empty().then_some((Origin { workspace, epoch }, root))
}

fn decode_dir(input: &mut Input<'_>, path: &mut Vec<u8>, depth: usize) -> Option<Dir> {
    let depth = depth.checked_sub(1)?;
    let listed = match input.array()? {
        [0] => None,
        [1] => Some(decode_stamp(input)?),
        _ => return None,
    };
    let count = u32::from_le_bytes(input.array()?);
    let base = path.len();
    // No capacity from the count, which may be wrong: a vector grows only with what is really there.
    let mut children = Vec::new();
    for _ in 0..count {
        let [tag, len] = input.array()?;
        let name = input.take(usize::from(len))?;
        if base > 0 {
            path.push(b'/');
        }
        path.extend_from_slice(name);
        let node = match tag {
            FILE => Node::File(decode_file(input, path)?),
            DIR => Node::Dir(decode_dir(input, path, depth)?),
            _ => return None,
        };
        children.push((name.into(), node));
        path.truncate(base);
    }
    Some(Dir { children: children.into_iter().collect(), listed })
}

fn decode_file(input: &mut Input<'_>, path: &[u8]) -> Option<FileNode> {
    let stamp = decode_stamp(input)?;
    let [mode, settled] = input.array()?;
    let mode = match mode {
        0 => Mode::Plain,
        1 => Mode::Executable,
        2 => Mode::Link,
        _ => return None,
    };
    let entry = Entry { hash: BlobHash::from_bytes(input.array()?), mode };
    let content = Content::Known { entry, settled: settled == 1 };
    Some(FileNode { path: TreePath::from_bytes(path).ok()?, stamp, content })
}

fn decode_stamp(input: &mut Input<'_>) -> Option<Stamp> {
    Some(Stamp {
        size: u64::from_le_bytes(input.array()?),
        mtime: i64::from_le_bytes(input.array()?),
        ctime: i64::from_le_bytes(input.array()?),
        inode: u64::from_le_bytes(input.array()?),
        mode: u32::from_le_bytes(input.array()?),
    })
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn sample() -> (Origin, Dir) {
        let mut root = Dir::default();
        for (n, path) in ["a", "d/e/f", "d/g"].into_iter().enumerate() {
            let stamp = Stamp { size: n as u64, mtime: -1, ctime: 7, inode: 9, mode: 0o100_644 };
            let entry = Entry { hash: BlobHash::of(path.as_bytes()), mode: Mode::Executable };
            let content = Content::Known { entry, settled: n == 1 };
            let file = FileNode { path: TreePath::parse(path).unwrap(), stamp, content };
            root.insert(path.as_bytes(), Node::File(file));
        }
        (Origin { workspace: 4, epoch: Epoch::from_bytes([3; 16]) }, root)
    }

    #[test]
    fn an_index_reads_what_it_wrote() {
        let (origin, root) = sample();
        let (read_origin, read) = decode(&encode(origin, &root)).unwrap();
        assert_eq!(read_origin, origin);
        assert_eq!(format!("{read:?}"), format!("{root:?}"));
    }

    #[test]
    fn no_cut_and_no_flipped_bit_is_believed() {
        let (origin, root) = sample();
        let bytes = encode(origin, &root);
        for at in 0..bytes.len() {
            assert!(decode(&bytes[..at]).is_none(), "cut at {at}");
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            assert!(decode(&flipped).is_none(), "flipped at {at}");
        }
    }

    #[test]
    fn a_well_summed_index_with_nonsense_inside_is_refused() {
        let (origin, root) = sample();
        let bytes = encode(origin, &root);
        let header = MAGIC.len() + 8 + 16;
        for at in header..bytes.len() - CHECKSUM {
            let mut forged = bytes[..bytes.len() - CHECKSUM].to_vec();
            forged[at] = 0xff;
            let sum = Sha256::digest(&forged);
            forged.extend_from_slice(&sum);
            // Some fields may hold any value; none may make it panic or loop.
            let _ = decode(&forged);
        }
        let mut forged = bytes[..header].to_vec();
        forged.push(0);
        forged.extend_from_slice(&u32::MAX.to_le_bytes());
        let sum = Sha256::digest(&forged);
        forged.extend_from_slice(&sum);
        assert!(decode(&forged).is_none());
    }
}
