//! Connections and transactions.
//!
//! Invariant: SQLite has exactly one writing connection, and every write transaction begins IMMEDIATE; a
//! transaction that starts reading and then writes would fail under load instead of waiting its turn.
//!
//! SQLite commits to its log without waiting for the disk; whoever needs that waits afterwards, when the connection is free
//! for others again, and shares the wait with them.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbErr,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;

use crate::store::group_sync::GroupSync;
use crate::store::house_id;
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
    /// The disk did not take what was written.
    #[error("the disk failed")]
    Disk(#[source] io::Error),
    /// A row holds something this version cannot read.
    #[error("a row of `{table}` is damaged: {what}")]
    Damaged {
        /// The table.
        table: &'static str,
        /// What is wrong with it.
        what: String,
    },
}

/// Where the database's bytes lie, and who waits for the disk.
#[derive(Clone)]
enum Disk {
    /// In a log of SQLite's.
    Log(Arc<GroupSync>),
    /// At a PostgreSQL, whose commits wait themselves, together where they can.
    Server,
}

impl Disk {
    async fn wait(&self) -> Result<(), StoreError> {
        match self {
            Self::Log(log) => log.wait().await.map_err(StoreError::Disk),
            Self::Server => Ok(()),
        }
    }
}

/// A write transaction. Dropping it without a commit undoes it.
pub(crate) struct Write {
    tx: DatabaseTransaction,
    disk: Disk,
    house: Arc<str>,
}

impl Write {
    /// Returns when the disk has it.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        self.tx.commit().await?;
        self.disk.wait().await
    }

    /// Does not wait for the disk. The end of the server, however sudden, loses nothing of it; that of the machine may, with
    /// all that was committed after it and nothing that was before.
    pub(crate) async fn commit_soon(self) -> Result<(), StoreError> {
        if let Disk::Server = self.disk {
            self.tx.execute_unprepared("SET LOCAL synchronous_commit TO off").await?;
        }
        Ok(self.tx.commit().await?)
    }

    pub(super) fn tx(&self) -> &DatabaseTransaction {
        &self.tx
    }

    /// This server, as its calls name it.
    pub(super) fn house(&self) -> &str {
        &self.house
    }
}

/// The database of one house.
pub(crate) struct Store {
    reader: DatabaseConnection,
    writer: DatabaseConnection,
    disk: Disk,
    /// Tells the servers on one database apart.
    house: Arc<str>,
}

impl Store {
    /// Opens `url`, or the embedded database in `data`, and brings its schema up to date.
    pub(crate) async fn open(url: Option<&str>, data: &Path) -> Result<Self, StoreError> {
        let house: Arc<str> = house_id::of(data).map_err(StoreError::Disk)?.into();
        let store = match url {
            Some(url) => {
                let pool = Database::connect(options(url, CONNECTIONS)).await?;
                Self { reader: pool.clone(), writer: pool, disk: Disk::Server, house }
            }
            None => {
                let file = data.join("pegboard.db");
                let url = format!("sqlite://{}?mode=rwc", file.display());
                let writer = Database::connect(sqlite(&url, 1)).await?;
                let reader = Database::connect(sqlite(&url, CONNECTIONS)).await?;
                let log = data.join("pegboard.db-wal");
                let disk = Disk::Log(Arc::new(GroupSync::new(move || sync_log(&log))));
                Self { reader, writer, disk, house }
            }
        };
        Migrator::up(&store.writer, None).await?;
        store.synced().await?;
        Ok(store)
    }

    /// This server, as its calls name it.
    pub(crate) fn house(&self) -> &str {
        &self.house
    }

    /// Whether other servers may work on the same database.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.disk, Disk::Server)
    }

    pub(super) fn reader(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// For a single statement; [`Store::synced`] waits for the disk after it.
    pub(super) fn writer(&self) -> &DatabaseConnection {
        &self.writer
    }

    /// Begins a write transaction.
    pub(crate) async fn write(&self) -> Result<Write, StoreError> {
        let immediate = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        let tx = self.writer.begin_with_options(immediate).await?;
        Ok(Write { tx, disk: self.disk.clone(), house: Arc::clone(&self.house) })
    }

    /// Returns when the disk has all that was committed before.
    pub(super) async fn synced(&self) -> Result<(), StoreError> {
        self.disk.wait().await
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

/// Syncs SQLite's log, as SQLite itself does at every commit when it is told to be FULL. The file is opened anew each
/// time, because SQLite removes it with the last connection, when everything in it has reached the database.
fn sync_log(log: &Path) -> io::Result<()> {
    match File::open(log) {
        Ok(file) => file.sync_data(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// WAL lets readers go on while the writer writes. With NORMAL a commit does not wait for the disk: [`Write::commit`] does.
/// The order of commits holds all the same, also after a loss of power.
fn sqlite(url: &str, connections: u32) -> ConnectOptions {
    let mut options = options(url, connections);
    options.map_sqlx_sqlite_opts(|sqlite| {
        sqlite
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
    });
    options
}
