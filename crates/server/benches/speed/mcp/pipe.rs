//! The server, called directly.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::mcp::echo;
use crate::mcp::session::Wire;

/// A process of the server.
pub(super) struct Pipe {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Pipe {
    pub(super) fn open() -> Self {
        let mut child = Command::new(echo::program())
            .arg(echo::ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output, line: String::new() }
    }
}

impl Wire for Pipe {
    fn send(&mut self, message: &str) {
        self.input.write_all(format!("{message}\n").as_bytes()).unwrap();
    }

    fn exchange(&mut self, message: &str) -> Value {
        self.send(message);
        self.line.clear();
        self.output.read_line(&mut self.line).unwrap();
        serde_json::from_str(&self.line).unwrap()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
