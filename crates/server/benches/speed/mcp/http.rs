//! Streamable HTTP over one connection that is kept, as lean as the pipe's client, so that neither weighs in what is
//! measured.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::mcp::session::Wire;

/// A connection to a server's endpoint.
pub(super) struct Http {
    stream: BufReader<TcpStream>,
    /// `host:port`.
    host: String,
    path: String,
    /// Header lines of every request.
    headers: String,
}

/// An answer that has come whole.
struct Answer {
    status: u16,
    session: Option<String>,
    is_stream: bool,
    body: Vec<u8>,
}

impl Http {
    /// Connects to `http://HOST:PORT/PATH`.
    pub(super) fn connect(url: &str, token: Option<&str>) -> std::io::Result<Self> {
        let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let stream = open(host)?;
        let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let headers = format!("Host: {host}\r\n{token}");
        Ok(Self { stream, host: host.to_owned(), path: format!("/{path}"), headers })
    }

    /// The time of a `GET` that is answered with whatever.
    pub(super) fn get(&mut self, path: &str) -> Duration {
        let request = format!("GET {path} HTTP/1.1\r\n{}\r\n", self.headers);
        let start = Instant::now();
        let answer = self.round_trip(&request);
        assert_eq!(answer.status, 200);
        start.elapsed()
    }

    fn post(&mut self, message: &str) -> Answer {
        let request = format!(
            "POST {} HTTP/1.1\r\n{}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Content-Length: {}\r\n\r\n{message}",
            self.path,
            self.headers,
            message.len(),
        );
        let answer = self.round_trip(&request);
        if let Some(session) = &answer.session
            && !self.headers.contains(session)
        {
            self.headers += &format!("Mcp-Session-Id: {session}\r\n");
        }
        answer
    }

    fn round_trip(&mut self, request: &str) -> Answer {
        let mut first = self.first_line(request);
        if first.as_ref().map_or(true, String::is_empty) {
            // Servers close what lay idle while others had their turn.
            self.stream = open(&self.host).unwrap();
            first = self.first_line(request);
        }
        self.rest(&first.unwrap())
    }

    fn first_line(&mut self, request: &str) -> std::io::Result<String> {
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line)
    }

    fn rest(&mut self, first: &str) -> Answer {
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let mut answer = Answer {
            status: status.unwrap_or_else(|| panic!("{}: {first:?}", self.host)),
            session: None,
            is_stream: false,
            body: Vec::new(),
        };
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(':') else { break };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().unwrap(),
                "transfer-encoding" => is_chunked = value == "chunked",
                "content-type" => answer.is_stream = value.starts_with("text/event-stream"),
                "mcp-session-id" => answer.session = Some(value.to_owned()),
                _ => {}
            }
        }
        if is_chunked {
            while self.chunk(&mut answer.body) {}
        } else {
            self.read(length, &mut answer.body);
        }
        answer
    }

    /// Reads one piece of a body; says whether more come.
    fn chunk(&mut self, body: &mut Vec<u8>) -> bool {
        let length = usize::from_str_radix(&self.line(), 16).unwrap();
        self.read(length, body);
        assert_eq!(self.line(), "");
        length > 0
    }

    fn read(&mut self, length: usize, body: &mut Vec<u8>) {
        let start = body.len();
        body.resize(start + length, 0);
        self.stream.read_exact(&mut body[start..]).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.truncate(line.trim_end().len());
        line
    }
}

fn open(host: &str) -> std::io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(host)?;
    stream.set_nodelay(true)?;
    Ok(BufReader::new(stream))
}

impl Wire for Http {
    fn send(&mut self, message: &str) {
        let answer = self.post(message);
        assert!((200..300).contains(&answer.status), "{}: {}", self.host, answer.status);
    }

    fn exchange(&mut self, message: &str) -> Value {
        let answer = self.post(message);
        let body = String::from_utf8(answer.body).unwrap();
        let found = if answer.is_stream {
            let data = body.lines().filter_map(|line| line.strip_prefix("data:"));
            let mut messages = data.filter_map(|data| serde_json::from_str(data).ok());
            messages.find(|message: &Value| message.get("id").is_some() && message.get("method").is_none())
        } else {
            serde_json::from_str(&body).ok()
        };
        found.unwrap_or_else(|| panic!("{}: {} {body}", self.host, answer.status))
    }
}
