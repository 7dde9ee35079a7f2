//! Rows of `workspace_manifests`.

use pegboard_cas::{Columns, Manifest};
use pegboard_model::ids::{ChatId, ManifestId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};

use crate::record::{ManifestRecord, ManifestSource, Page, PageRequest};
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{parse, parse_opt};
use crate::store::entity::manifest::{ActiveModel, Column, Entity};

const TABLE: &str = "workspace_manifests";

impl Write {
    pub(crate) async fn add_manifest(
        &self,
        record: &ManifestRecord,
        manifest: &Manifest,
    ) -> Result<(), StoreError> {
        let Columns { files, attrs } = manifest.to_columns();
        let row = ActiveModel {
            id: Set(record.id.to_string()),
            chat_id: Set(record.chat.to_string()),
            parent_id: Set(record.parent.map(|id| id.to_string())),
            files: Set(files),
            attrs: Set(attrs),
            created_at: Set(record.created_at.to_string()),
            source: Set(record.source.as_str().to_owned()),
            source_ref: Set(record.source_ref.clone()),
        };
        Entity::insert(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}

/// A row without its files, which may be megabytes.
#[derive(FromQueryResult)]
struct Head {
    id: String,
    chat_id: String,
    parent_id: Option<String>,
    created_at: String,
    source: String,
    source_ref: Option<String>,
}

const HEAD: [Column; 6] =
    [Column::Id, Column::ChatId, Column::ParentId, Column::CreatedAt, Column::Source, Column::SourceRef];

impl Store {
    pub(crate) async fn manifest_record(&self, id: ManifestId) -> Result<Option<ManifestRecord>, StoreError> {
        let head = Entity::find_by_id(id.to_string())
            .select_only()
            .columns(HEAD)
            .into_model::<Head>()
            .one(self.reader())
            .await?;
        head.map(record).transpose()
    }

    /// The files of one manifest.
    pub(crate) async fn manifest_files(&self, id: ManifestId) -> Result<Option<Manifest>, StoreError> {
        let columns: Option<(String, String)> = Entity::find_by_id(id.to_string())
            .select_only()
            .columns([Column::Files, Column::Attrs])
            .into_tuple()
            .one(self.reader())
            .await?;
        columns.map(|(files, attrs)| read(&files, &attrs)).transpose()
    }

    /// A chat's manifests, newest first, without their files. What pending calls would leave is not among them.
    pub(crate) async fn manifests(
        &self,
        chat: ChatId,
        page: PageRequest,
    ) -> Result<Page<ManifestRecord>, StoreError> {
        let mut query = Entity::find()
            .filter(Column::ChatId.eq(chat.to_string()))
            .filter(Column::Source.ne(ManifestSource::Preview.as_str()))
            .order_by_desc(Column::Id)
            .limit(page.rows() + 1);
        if let Some(cursor) = page.cursor {
            query = query.filter(Column::Id.lt(cursor.to_string()));
        }
        let heads = query.select_only().columns(HEAD).into_model::<Head>().all(self.reader()).await?;
        let records = heads.into_iter().map(record).collect::<Result<Vec<_>, _>>()?;
        Ok(Page::cut(records, page.rows(), |manifest| manifest.id))
    }
}

fn read(files: &str, attrs: &str) -> Result<Manifest, StoreError> {
    Manifest::from_columns(files, attrs)
        .map_err(|error| StoreError::Damaged { table: TABLE, what: error.to_string() })
}

fn record(head: Head) -> Result<ManifestRecord, StoreError> {
    Ok(ManifestRecord {
        id: parse(TABLE, &head.id)?,
        chat: parse(TABLE, &head.chat_id)?,
        parent: parse_opt(TABLE, head.parent_id.as_deref())?,
        created_at: parse(TABLE, &head.created_at)?,
        source: parse(TABLE, &head.source)?,
        source_ref: head.source_ref,
    })
}
