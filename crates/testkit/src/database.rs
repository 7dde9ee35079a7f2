//! The databases that every suite runs on.

use crate::postgres::{Postgres, PostgresError};

/// Which database a house stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// The embedded one.
    Sqlite,
    /// A private PostgreSQL.
    Postgres,
}

/// A database that is there.
pub enum TestDatabase {
    /// The embedded one, in the data folder.
    Sqlite,
    /// A fresh database of a PostgreSQL server, which ends with this value unless the harness shares it.
    Postgres {
        /// The server.
        server: Postgres,
        /// The database's address.
        url: String,
    },
    /// A database that something else keeps running.
    Elsewhere {
        /// The database's address.
        url: String,
    },
}

impl Database {
    /// Makes the database ready; `None`, with a line that says so, when this machine cannot.
    ///
    /// # Panics
    /// When PostgreSQL is installed but does not start: that is a fault, not a lack.
    pub fn ready(self, test: &str) -> Option<TestDatabase> {
        match self {
            Self::Sqlite => Some(TestDatabase::Sqlite),
            Self::Postgres => match Postgres::start() {
                Ok(server) => match server.database_url(test) {
                    Ok(url) => Some(TestDatabase::Postgres { server, url }),
                    Err(error) => panic!("no database for this test: {error}"),
                },
                Err(error @ PostgresError::NotInstalled) => {
                    println!("left out: {test} on PostgreSQL: {error}");
                    None
                }
                Err(error) => panic!("PostgreSQL did not start: {error}"),
            },
        }
    }
}

impl TestDatabase {
    /// The address to give the server, if it is to use another database than the embedded one.
    pub fn url(&self) -> Option<&str> {
        match self {
            Self::Sqlite => None,
            Self::Postgres { url, .. } | Self::Elsewhere { url } => Some(url),
        }
    }
}
