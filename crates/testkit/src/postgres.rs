//! A private PostgreSQL for tests: made in a temporary folder, gone when the process that started it is gone.
//!
//! A server takes about a second to make, so a test run makes one and shares it: `cargo run -p xtask -- postgres -- COMMAND`
//! starts it and names it to COMMAND in [`SHARED_SERVER`]. A test that runs on its own finds the variable unset and makes
//! its own server. Either way each test works in a database of its own ([`Postgres::database_url`]).

mod installation;

use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};

use installation::{Account, Programs};
use tempfile::TempDir;
use url::Url;
use uuid::Uuid;

/// The environment variable that names a running server, as `postgres://user@host:port/database`.
///
/// Its user must be allowed to create databases. They are not dropped: the server itself is meant to be thrown away.
pub const SHARED_SERVER: &str = "PEGBOARD_TEST_POSTGRES_URL";

/// How often a start is tried again when another process took the port between our choice and the server's.
const START_ATTEMPTS: u32 = 5;

/// The longest part of a test's name that goes into its database's name; PostgreSQL cuts names at 63 bytes.
const NAME_PART: usize = 24;

/// The server's superuser.
const USER: &str = "pegboard";

/// Starts the server, says how that went, and ends the server and its folder when standard input ends: it is a pipe
/// whose other end only the starting process holds, so this also happens when that process is killed.
/// Arguments: pg_ctl, the folder of everything, the data folder, the log, the server's options.
const KEEPER: &str = r#"
trap '' HUP INT TERM
if "$1" start -w -t 60 -D "$3" -l "$4" -o "$5" >/dev/null 2>&1; then
    echo ready
    read -r line
    "$1" stop -w -t 60 -D "$3" -m immediate >/dev/null 2>&1
else
    echo failed
    read -r line
fi
rm -rf "$2"
"#;

/// Throw-away data needs no durability; the rest keeps many small test processes from running out of connections.
const SERVER_SETTINGS: &[&str] = &[
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
    "shared_buffers=32MB",
];

/// Why there is no PostgreSQL to test on.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// The suites that need it are left out; nothing is wrong with what they test.
    #[error(
        "PostgreSQL's server programs (initdb, pg_ctl, psql) are not on this machine; install the package `postgresql`"
    )]
    NotInstalled,
    /// PostgreSQL refuses to run as root, and there is nobody else to run it as.
    #[error("PostgreSQL does not run as root, and this machine has neither a user `postgres` nor `nobody`")]
    NoPlainUser,
    #[error("initdb failed: {0}")]
    Initdb(String),
    #[error("PostgreSQL did not start: {0}")]
    Start(String),
    #[error("psql failed: {0}")]
    Sql(String),
    #[error("{SHARED_SERVER} does not hold a URL: {0}")]
    Url(#[from] url::ParseError),
    #[error("{doing}: {source}")]
    Io { doing: &'static str, source: io::Error },
}

/// A running PostgreSQL: the shared one of this test run, or an own one that ends with this value.
#[derive(Debug)]
pub struct Postgres {
    server: Url,
    psql: PathBuf,
    /// Held only to end the server when this value is dropped.
    _own: Option<OwnServer>,
}

impl Postgres {
    /// Takes the server that [`SHARED_SERVER`] names, or starts one. Blocks for about a second in the second case.
    ///
    /// # Errors
    /// [`PostgresError::NotInstalled`] means that the caller should say what it leaves out and go on.
    pub fn start() -> Result<Self, PostgresError> {
        let programs = Programs::find().ok_or(PostgresError::NotInstalled)?;
        let (server, own) = match std::env::var(SHARED_SERVER) {
            Ok(url) if !url.is_empty() => (Url::parse(&url)?, None),
            _ => {
                let own = OwnServer::start(&programs)?;
                let url = format!("postgres://{USER}@{}:{}/postgres", Ipv4Addr::LOCALHOST, own.port);
                (Url::parse(&url)?, Some(own))
            }
        };
        Ok(Self { server, psql: programs.psql, _own: own })
    }

    /// The URL of the server's own database, as [`SHARED_SERVER`] takes it.
    #[must_use]
    pub fn server_url(&self) -> &str {
        self.server.as_str()
    }

    /// Creates an empty database and returns its URL. Every call makes another one; `name` only helps a reader of the
    /// server's list to know whose it is.
    ///
    /// # Errors
    /// [`PostgresError::Sql`] with what the server said.
    pub fn database_url(&self, name: &str) -> Result<String, PostgresError> {
        let name = database_name(name, Uuid::now_v7());
        self.execute(&format!("CREATE DATABASE \"{name}\" TEMPLATE template0"))?;
        let mut url = self.server.clone();
        url.set_path(&name);
        Ok(url.into())
    }

    fn execute(&self, statement: &str) -> Result<(), PostgresError> {
        let mut psql = Command::new(&self.psql);
        psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"])
            .arg(format!("--dbname={}", self.server))
            .arg(format!("--command={statement}"));
        output_of(psql, "starting psql", PostgresError::Sql).map(drop)
    }
}

/// A name of lower-case letters, digits and `_` that no other test has.
fn database_name(name: &str, unique: Uuid) -> String {
    let readable: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .take(NAME_PART)
        .collect();
    format!("t_{readable}_{}", unique.simple())
}

/// A server in a folder of its own. Dropping it ends both.
#[derive(Debug)]
struct OwnServer {
    port: u16,
    keeper: Child,
    /// Closing it is the keeper's signal to end.
    signal: Option<ChildStdin>,
    _folder: TempDir,
}

impl OwnServer {
    fn start(programs: &Programs) -> Result<Self, PostgresError> {
        let mut last = String::new();
        for _ in 0..START_ATTEMPTS {
            match Self::attempt(programs) {
                Err(PostgresError::Start(log)) if log.contains("could not bind") => last = log,
                other => return other,
            }
        }
        Err(PostgresError::Start(last))
    }

    fn attempt(programs: &Programs) -> Result<Self, PostgresError> {
        let account = Account::to_run_as()
            .map_err(io_error("reading /etc/passwd"))?
            .ok_or(PostgresError::NoPlainUser)?;
        let folder = tempfile::Builder::new()
            .prefix("pegboard-postgres-")
            .tempdir()
            .map_err(io_error("making the server's folder"))?;
        account.give(folder.path()).map_err(io_error("giving the folder to PostgreSQL's user"))?;
        let data = folder.path().join("data");
        let log = folder.path().join("log");

        let mut initdb = Command::new(&programs.initdb);
        initdb
            .args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"])
            .arg(format!("--username={USER}"))
            .arg("--pgdata")
            .arg(&data)
            .current_dir(folder.path());
        account.assume(&mut initdb);
        output_of(initdb, "starting initdb", PostgresError::Initdb)?;

        let port = free_port()?;
        let mut keeper = Command::new("/bin/sh");
        keeper
            .args(["-c", KEEPER, "keeper"])
            .arg(&programs.pg_ctl)
            .args([folder.path(), data.as_path(), log.as_path()])
            .arg(server_options(port))
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Out of reach of the terminal's Ctrl-C: the server ends after the tests that use it, not beside them.
            .process_group(0);
        account.assume(&mut keeper);
        let mut keeper = keeper.spawn().map_err(io_error("starting the server's keeper"))?;
        let signal = keeper.stdin.take();
        let answer = keeper.stdout.take().map(first_line).transpose();
        // Built before the answer is judged, so that its drop tidies up after a failure as well.
        let server = Self { port, keeper, signal, _folder: folder };
        match answer.map_err(io_error("waiting for the server"))?.as_deref() {
            Some("ready") => Ok(server),
            _ => Err(PostgresError::Start(fs::read_to_string(&log).unwrap_or_default())),
        }
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        drop(self.signal.take());
        // A failure leaves a child that has already ended; there is nobody to tell and nothing to do about it.
        let _ = self.keeper.wait();
    }
}

fn first_line(pipe: impl io::Read) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(pipe).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

fn server_options(port: u16) -> String {
    let settings = SERVER_SETTINGS.iter().map(|setting| format!("-c {setting}"));
    let options: Vec<String> = settings.chain([format!("-p {port}")]).collect();
    options.join(" ")
}

/// A loopback port that was free a moment ago; [`OwnServer::start`] tries again when it no longer is.
fn free_port() -> Result<u16, PostgresError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(io_error("looking for a free port"))
}

/// Runs to the end; a failure carries what the program wrote.
fn output_of(
    mut command: Command,
    doing: &'static str,
    failed: impl FnOnce(String) -> PostgresError,
) -> Result<Vec<u8>, PostgresError> {
    let output = command.stdin(Stdio::null()).output().map_err(io_error(doing))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
    }
}

fn io_error(doing: &'static str) -> impl FnOnce(io::Error) -> PostgresError {
    move |source| PostgresError::Io { doing, source }
}

#[cfg(test)]
mod tests;
