//! The store of files and trees.

mod blobs;
mod edits;
mod folder;
mod permissions;
mod trees;
