//! Connections and transactions.
//!
//! Invariant: SQLite has exactly one writing connection, and every write transaction begins IMMEDIATE; a
//! transaction that starts reading and then writes would fail under load instead of waiting its turn.

use std::path::Path;
use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, Database, DatabaseConnection, DatabaseTransaction, DbErr, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;

use crate::store::migration::Migrator;

/// Reading connections of SQLite, and all connections of PostgreSQL.
const CONNECTIONS: u32 = 8;
/// How long a request waits for a connection or a lock before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// The database did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It refused or could not be reached.
    #[error("the database failed")]
    Database(#[from] DbErr),
    /// A row holds something this version cannot read.
    #[error("a row of `{table}` is damaged: {what}")]
    Damaged {
        /// The table.
        table: &'static str,
        /// What is wrong with it.
        what: String,
    },
}

/// A write transaction. Dropping it without [`Write::commit`] undoes it.
pub(crate) struct Write(DatabaseTransaction);

impl Write {
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        Ok(self.0.commit().await?)
    }

    pub(super) fn tx(&self) -> &DatabaseTransaction {
        &self.0
    }
}

/// The database of one house.
pub(crate) struct Store {
    reader: DatabaseConnection,
    writer: DatabaseConnection,
}

impl Store {
    /// Opens `url`, or the embedded database in `data`, and brings its schema up to date.
    pub(crate) async fn open(url: Option<&str>, data: &Path) -> Result<Self, StoreError> {
        let store = match url {
            Some(url) => {
                let pool = Database::connect(options(url, CONNECTIONS)).await?;
                Self { reader: pool.clone(), writer: pool }
            }
            None => {
                let file = data.join("pegboard.db");
                let url = format!("sqlite://{}?mode=rwc", file.display());
                let writer = Database::connect(sqlite(&url, 1)).await?;
                let reader = Database::connect(sqlite(&url, CONNECTIONS)).await?;
                Self { reader, writer }
            }
        };
        Migrator::up(&store.writer, None).await?;
        Ok(store)
    }

    pub(super) fn reader(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// For a single statement.
    pub(super) fn writer(&self) -> &DatabaseConnection {
        &self.writer
    }

    /// Begins a write transaction.
    pub(crate) async fn write(&self) -> Result<Write, StoreError> {
        let immediate = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        Ok(Write(self.writer.begin_with_options(immediate).await?))
    }

    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        self.reader.close_by_ref().await?;
        Ok(self.writer.close_by_ref().await?)
    }
}

fn options(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .connect_timeout(PATIENCE)
        .test_before_acquire(false)
        .sqlx_logging(false);
    options
}

/// WAL lets readers go on while the writer writes; FULL makes a committed call survive a loss of power.
fn sqlite(url: &str, connections: u32) -> ConnectOptions {
    let mut options = options(url, connections);
    options.map_sqlx_sqlite_opts(|sqlite| {
        sqlite
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
    });
    options
}
