//! Talking to the house as its clients do.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::house::running::House;

impl House {
    /// One request with the administrator's token.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn request(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request =
            self.client.request(method, format!("{}{path}", self.url())).bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        answer(request).await
    }

    /// `GET path`.
    pub async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path, None).await
    }

    /// `POST path` with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.request(Method::POST, path, Some(body)).await
    }

    /// A request builder with the token, for what the others do not cover.
    pub fn raw(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url())).bearer_auth(&self.token)
    }

    /// Installs a toolset from a folder.
    pub async fn import_folder(&self, folder: &Path) -> Answer {
        let source = json!({"source_type": "local", "source_ref": folder});
        self.post("/toolsets/import", source).await
    }

    /// Installs a toolset from the bytes of a ZIP.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn import_zip(&self, name: &str, bytes: Vec<u8>) -> Answer {
        let part = reqwest::multipart::Part::bytes(bytes).file_name(name.to_owned());
        let form = reqwest::multipart::Form::new().part("file", part);
        answer(self.raw(Method::POST, "/toolsets/import").multipart(form)).await
    }

    /// Makes a chat and gives back its id.
    ///
    /// # Panics
    /// When the server does not make one.
    pub async fn chat(&self, title: &str) -> String {
        let chat = self.post("/chats", json!({"title": title})).await.ok();
        chat["id"].as_str().expect("a chat has an id").to_owned()
    }

    /// Calls a tool in a chat; gives back the call, whatever became of it.
    pub async fn call(&self, chat: &str, tool: &str, args: Value) -> Value {
        self.post(&format!("/tools/{tool}/call"), json!({"args": args, "chat_id": chat})).await.ok()
    }

    /// Calls a tool that must succeed.
    ///
    /// # Panics
    /// When it does not.
    pub async fn succeed(&self, chat: &str, tool: &str, args: Value) -> Value {
        let call = self.call(chat, tool, args).await;
        assert_eq!(call["status"], "success", "{call:#}");
        call
    }

    /// The bytes of one file of a chat's workspace.
    ///
    /// # Panics
    /// When the server has no such file.
    pub async fn file(&self, chat: &str, path: &str) -> Vec<u8> {
        let response = self.raw(Method::GET, &format!("/chats/{chat}/workspace/files/{path}")).send().await;
        let response = response.expect("the server answers");
        assert!(response.status().is_success(), "{path}: {}", response.status());
        response.bytes().await.expect("the whole file").to_vec()
    }
}

async fn answer(request: reqwest::RequestBuilder) -> Answer {
    let response = request.send().await.expect("the server answers");
    let status = response.status().as_u16();
    let text = response.text().await.expect("the whole answer");
    let body = if text.is_empty() {
        Value::Null
    } else {
        serde_json::from_str(&text).unwrap_or(Value::String(text))
    };
    Answer { status, body }
}
