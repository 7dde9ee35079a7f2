//! A running house.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::database::TestDatabase;
use crate::house::program::{NO_ENGINE, Program, binary};

/// A running server on a folder of its own. It and all its processes end with this value.
pub struct House {
    program: Option<Program>,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    // Below the program: fields are dropped in this order, and the server uses both.
    database: TestDatabase,
    folder: tempfile::TempDir,
    pub(super) client: reqwest::Client,
    pub(super) token: String,
}

impl House {
    /// Starts a server on a fresh folder.
    pub(super) fn open(
        database: TestDatabase,
        arguments: Vec<String>,
        environment: Vec<(String, String)>,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data = folder.path().join("data");
        share_python(&data);
        let program = Program::start(&data, database.url(), &arguments, &environment);
        let token = std::fs::read_to_string(data.join("token")).expect("the server writes its token");
        let client = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
        let token = token.trim().to_owned();
        Self { program: Some(program), arguments, environment, database, folder, client, token }
    }

    /// A second server with a folder of its own, on the database of this one.
    ///
    /// # Panics
    /// Where this house is on the embedded database, which lies in its folder.
    pub fn beside(&self) -> Self {
        let url = self.database.url().expect("a database that can be shared").to_owned();
        Self::open(TestDatabase::Elsewhere { url }, self.arguments.clone(), self.environment.clone())
    }

    /// Where the server listens, without a slash at the end.
    pub fn url(&self) -> &str {
        self.program.as_ref().map(|program| program.url.trim_end_matches('/')).expect("the server runs")
    }

    /// The data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The administrator's token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The server's process.
    pub fn pid(&self) -> u32 {
        self.program.as_ref().map(Program::pid).expect("the server runs")
    }

    /// When the server's process was started.
    pub fn started_at(&self) -> Instant {
        self.program.as_ref().map(|program| program.started_at).expect("the server runs")
    }

    /// Ends the server as a crash would.
    pub fn kill(&mut self) {
        self.program.take().expect("the server runs").kill();
    }

    /// Ends the server as an administrator would.
    pub fn stop(&mut self) {
        self.program.take().expect("the server runs").stop();
    }

    /// Starts the server again on the same folder and database.
    pub fn restart(&mut self) {
        self.program = None;
        let (data, url) = (self.data(), self.database.url());
        self.program = Some(Program::start(&data, url, &self.arguments, &self.environment));
    }

    /// The folder of a chat's workspace.
    pub fn workspace(&self, chat: &str) -> PathBuf {
        self.data().join("chats").join(chat).join("workspace")
    }

    /// A command line of the same program that talks to this server.
    pub fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(binary());
        command
            .args(arguments)
            .env("PEGBOARD_URL", self.url())
            .env("PEGBOARD_TOKEN", &self.token)
            .env("DOCKER_HOST", NO_ENGINE)
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .current_dir(self.folder.path());
        command
    }
}

/// All houses of this build share their Python environments, as making one takes seconds.
fn share_python(data: &Path) {
    let target =
        binary().parent().and_then(Path::parent).map(Path::to_owned).expect("target/PROFILE/pegboard");
    let shared = target.join("tmp").join("python");
    std::fs::create_dir_all(&shared).expect("a folder below target");
    std::fs::create_dir_all(data).expect("the data folder");
    std::os::unix::fs::symlink(&shared, data.join("python")).expect("a link to the shared environments");
}
