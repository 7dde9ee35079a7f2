//! A client that calls tools in one chat, over one connection that it keeps.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use pegboard_testkit::House;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

/// What a call does to the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Writes new content to one file.
    Changes,
    /// Reads that file.
    Reads,
}

/// One client with a chat of its own.
pub(crate) struct Caller {
    runtime: Runtime,
    client: reqwest::Client,
    url: String,
    token: String,
    chat: String,
    toolset: String,
    /// Makes each written content another one.
    written: usize,
}

/// The file that calls read and write.
const FILE: &str = "d0/file0.txt";

impl Caller {
    /// A client with a new chat, whose workspace has so many files.
    pub(crate) fn new(house: &House, toolset: &str, files: usize) -> Self {
        let mut caller = Self {
            // Not the house's: a connection goes on only while the runtime runs that it was opened in.
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
            runtime: runtime(),
            url: house.url().to_owned(),
            token: house.token().to_owned(),
            chat: String::new(),
            toolset: toolset.to_owned(),
            written: 0,
        };
        let (chat, _) = caller.exchange(caller.post("/chats", &json!({"title": "bench"})));
        chat["id"].as_str().unwrap().clone_into(&mut caller.chat);
        fill(&house.workspace(&caller.chat), files);
        caller
    }

    /// Goes on with the same chat after the server was started again.
    pub(crate) fn follow(&mut self, house: &House) {
        house.url().clone_into(&mut self.url);
    }

    /// Makes calls that count for nothing.
    pub(crate) fn warm_up(&mut self, times: usize) {
        for _ in 0..times {
            self.call(Work::Changes);
            self.call(Work::Reads);
        }
    }

    /// Makes one call; the time from the request to the last byte of the answer.
    pub(crate) fn call(&mut self, work: Work) -> Duration {
        let (tool, args) = match work {
            Work::Changes => {
                self.written += 1;
                let content = format!("{:?} {}\n", Instant::now(), self.written);
                ("write_file", json!({"path": FILE, "content": content}))
            }
            Work::Reads => ("read_file", json!({"path": FILE})),
        };
        let path = format!("/tools/{}:{tool}/call", self.toolset);
        let body = json!({"args": args, "chat_id": self.chat});
        let (answer, took) = self.exchange(self.post(&path, &body));
        assert_eq!(answer["status"], "success", "{answer:#}");
        let changed = answer["changes"]["modified"].as_array().map(Vec::len);
        assert_eq!(changed, Some(usize::from(work == Work::Changes)));
        took
    }

    /// Makes one request that calls nothing.
    pub(crate) fn get(&self, path: &str) -> Duration {
        let url = format!("{}{path}", self.url);
        self.exchange(self.client.get(url).bearer_auth(&self.token)).1
    }

    /// The chat's path.
    pub(crate) fn chat_path(&self) -> String {
        format!("/chats/{}", self.chat)
    }

    fn post(&self, path: &str, body: &Value) -> reqwest::RequestBuilder {
        let url = format!("{}{path}", self.url);
        self.client.post(url).bearer_auth(&self.token).json(body)
    }

    fn exchange(&self, request: reqwest::RequestBuilder) -> (Value, Duration) {
        self.runtime.block_on(async {
            let start = Instant::now();
            let response = request.send().await.unwrap();
            let status = response.status();
            let body = response.bytes().await.unwrap();
            let took = start.elapsed();
            assert!(status.is_success(), "{status} {body:?}");
            (serde_json::from_slice(&body).unwrap(), took)
        })
    }
}

/// A runtime for one client: its requests follow one another.
pub(crate) fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

/// Files like those of a project: 100 in a folder, about 1 kB each.
fn fill(workspace: &Path, files: usize) {
    for folder in 0..files.div_ceil(100) {
        fs::create_dir_all(workspace.join(format!("d{folder}"))).unwrap();
    }
    for n in 0..files {
        let path = workspace.join(format!("d{}/file{n}.txt", n / 100));
        fs::write(path, format!("line {n} of a file\n").repeat(50)).unwrap();
    }
}
