//! What stands between a client and the server: Pegboard, or another proxy.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use pegboard_testkit::House;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;

use crate::caller::runtime;
use crate::mcp::echo;
use crate::mcp::http::Http;
use crate::mcp::session::Session;

/// How long a proxy may take to listen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running proxy before the server.
pub(super) struct Proxy {
    pub(super) name: &'static str,
    url: String,
    token: Option<String>,
    running: Running,
}

/// What ends with it.
enum Running {
    House(#[expect(dead_code, reason = "it is only kept")] Box<House>),
    Program(Child),
    Elsewhere,
}

impl Proxy {
    /// Pegboard with the server added.
    pub(super) fn pegboard() -> Self {
        let house = house();
        let proxy = Self::of(&house);
        Self { running: Running::House(Box::new(house)), ..proxy }
    }

    /// A house that somebody else keeps.
    pub(super) fn of(house: &House) -> Self {
        Self {
            name: "Pegboard",
            url: format!("{}/mcp", house.url()),
            token: Some(house.token().to_owned()),
            running: Running::Elsewhere,
        }
    }

    /// A program that listens on this port.
    pub(super) fn program(name: &'static str, port: u16, mut command: Command) -> Result<Self, String> {
        let child = command.process_group(0).spawn().map_err(|error| error.to_string())?;
        let url = format!("http://127.0.0.1:{port}/mcp");
        let mut proxy = Self { name, url, token: None, running: Running::Program(child) };
        proxy.wait().map(|()| proxy)
    }

    /// A new session over a connection of its own.
    pub(super) fn session(&self) -> Session<Http> {
        Session::begin(Http::connect(&self.url, self.token.as_deref()).unwrap())
    }

    fn wait(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        while Http::connect(&self.url, None).is_err() {
            if let Running::Program(child) = &mut self.running
                && let Ok(Some(status)) = child.try_wait()
            {
                return Err(format!("it ended: {status}"));
            }
            if Instant::now() > deadline {
                return Err(format!("it did not listen within {} s", PATIENCE.as_secs()));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let Self::Program(child) = self else { return };
        if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            // Its servers as well, which are its children.
            let _ = kill_process_group(pid, Signal::KILL);
        }
        let _ = child.wait();
    }
}

/// A house where the server is added, and may be called without a question.
pub(super) fn house() -> House {
    let runtime = runtime();
    let house = runtime.block_on(async { House::start().await });
    runtime.block_on(house.post("/mcp-servers", json!({"server": server("echo")}))).with_status(201);
    house
}

/// The server under this id, as `POST /mcp-servers` takes it.
pub(crate) fn server(id: &str) -> serde_json::Value {
    json!({"id": id, "command": echo::program(), "args": [echo::ARGUMENT], "requires_confirmation": false})
}
