//! A worker as an archive that can be imported again.

use std::fs::File;

use pegboard_model::worker::brought;

use super::error::ExportWorkerError;
use super::show::find;
use crate::bundle::{Head, MANIFEST, Packed, pack};
use crate::core::Core;
use crate::record::WorkerRecord;

/// The worker's file with the modules beside it, as a ZIP: an unnamed temporary file, at its beginning. The same worker
/// always gives the same bytes.
pub(crate) async fn export(core: &Core, name: &str) -> Result<File, ExportWorkerError> {
    let record = find(&core.registry.current(), name)?;
    // Whatever lies beside the worker is in the bundle of each of its modules.
    let with_modules = brought(&record.worker).find(|one| one.module.is_some());
    let files = match with_modules {
        Some(one) => core.store.toolset_files(&one.manifest.id).await?,
        None => Vec::new(),
    };
    let packed = files.into_iter().filter(|file| file.path != MANIFEST).map(|file| Packed {
        path: file.path,
        stored: file.stored_path.into(),
        sha256: file.sha256,
    });
    let packed: Vec<Packed> = packed.collect();
    let packing = tokio::task::spawn_blocking(move || {
        let file = WorkerRecord::file(record.worker.name.as_str());
        pack(Head { name: &file, text: &record.text }, packed)
    });
    Ok(packing.await.map_err(|_| ExportWorkerError::Interrupted)??)
}
