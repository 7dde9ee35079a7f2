//! Models are asked over real connections, in every protocol.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use pegboard_inference::Inference;
use pegboard_model::inference::{
    ApiKey, Asked, EndReason, Ended, LanguageModels as _, ModelAccess, ModelFailure, ModelProfile,
    ModelProtocol, Offered, Picture, Pictures, Piece, Pieces, Prompt, Said,
};
use pegboard_testkit::{Gate, ScriptedModel, Turn, call, call_written};
use serde_json::{Value, json};

const KEY: &str = "sk-test-0123456789abcdef";
const ALL: [ModelProtocol; 4] =
    [ModelProtocol::Openai, ModelProtocol::Anthropic, ModelProtocol::Gemini, ModelProtocol::Ollama];
/// Those that stream arguments while the model writes them.
const IN_FRAGMENTS: [ModelProtocol; 2] = [ModelProtocol::Openai, ModelProtocol::Anthropic];

/// Keeps what was said.
#[derive(Default, Clone)]
struct Heard(Arc<Mutex<Vec<Piece>>>);

impl Pieces for Heard {
    fn take(&mut self, piece: Piece) {
        self.0.lock().expect("a lock").push(piece);
    }
}

impl Heard {
    fn pieces(&self) -> Vec<Piece> {
        self.0.lock().expect("a lock").clone()
    }

    fn text(&self) -> String {
        let text = |piece: Piece| if let Piece::Text(text) = piece { Some(text) } else { None };
        self.pieces().into_iter().filter_map(text).collect()
    }

    fn asked(&self) -> Vec<Asked> {
        let asked = |piece: Piece| if let Piece::Asked(asked) = piece { Some(asked) } else { None };
        self.pieces().into_iter().filter_map(asked).collect()
    }
}

fn access(protocol: ModelProtocol, url: String) -> ModelAccess {
    let profile = ModelProfile {
        name: "test".parse().expect("a name"),
        protocol,
        base_url: Some(url),
        model: "model-max".to_owned(),
        context_window: 8192,
        max_output_tokens: Some(100),
        temperature: Some(0.5),
        pictures: Pictures::Shown,
    };
    ModelAccess { profile, key: Some(ApiKey::new(KEY.to_owned())) }
}

fn question() -> Prompt {
    Prompt {
        system: "Be brief.".to_owned(),
        said: vec![Said::user("What is here?")],
        tools: vec![Offered {
            name: "bash".to_owned(),
            description: "Runs a command".to_owned(),
            input_schema: json!({"type": "object", "properties": {"command": {"type": "string"}}}),
        }],
    }
}

async fn ask(
    model: &ScriptedModel,
    protocol: ModelProtocol,
    prompt: &Prompt,
) -> (Result<Ended, ModelFailure>, Heard) {
    let mut heard = Heard::default();
    let inference = Inference::new().expect("a client");
    let ended = inference.ask(&access(protocol, url(model, protocol)), prompt, &mut heard).await;
    (ended, heard)
}

fn url(model: &ScriptedModel, protocol: ModelProtocol) -> String {
    match protocol {
        ModelProtocol::Openai | ModelProtocol::Anthropic => model.url(),
        ModelProtocol::Gemini => model.gemini_url(),
        ModelProtocol::Ollama => model.ollama_url(),
    }
}

/// Text comes in the pieces in which it was said, with what it took; the request has all of the prompt and the profile.
#[tokio::test]
async fn text_in_pieces() {
    for protocol in ALL {
        let model = ScriptedModel::start(vec![Turn::pieces(["Hel", "lo", " 🦀"])]).await;
        let (ended, heard) = ask(&model, protocol, &question()).await;
        let ended = ended.expect("an answer");
        assert_eq!(ended.reason, EndReason::Done);
        assert!(ended.usage.input.is_some_and(|count| count > 20) && ended.usage.output.is_some());
        let said = ["Hel", "lo", " 🦀"].map(|text| Piece::Text(text.to_owned()));
        assert_eq!(heard.pieces(), said, "{protocol}");
        insta::assert_json_snapshot!(format!("request_{protocol}"), (model.paths(), model.requests()));
        assert_eq!(model.keys(), [Some(KEY.to_owned())]);
    }
}

/// What it thinks comes apart from what it says.
#[tokio::test]
async fn thoughts() {
    for protocol in ALL {
        let model = ScriptedModel::start(vec![Turn::reasoning("Hm.").then_text("Yes")]).await;
        let (ended, heard) = ask(&model, protocol, &question()).await;
        ended.expect("an answer");
        assert_eq!(
            heard.pieces(),
            [Piece::Reasoning("Hm.".to_owned()), Piece::Text("Yes".to_owned())],
            "{protocol}"
        );
    }
}

/// Several calls at once, each begun once and whole at the end.
#[tokio::test]
async fn several_calls() {
    for protocol in ALL {
        let calls =
            [call("c1", "bash", json!({"command": "ls"})), call("c2", "bash", json!({"command": "ls"}))];
        let model = ScriptedModel::start(vec![Turn::text("Let me see.").then_calls(calls)]).await;
        let (ended, heard) = ask(&model, protocol, &question()).await;
        ended.expect("an answer");
        assert_eq!(heard.text(), "Let me see.");
        let begun = heard.pieces().into_iter().filter_map(|piece| match piece {
            Piece::AskBegun { id, name } => Some((id, name)),
            _ => None,
        });
        let asked = heard.asked();
        let whole = asked.iter().map(|asked| (asked.id.clone(), asked.name.clone()));
        assert_eq!(begun.collect::<Vec<_>>(), whole.collect::<Vec<_>>(), "{protocol}");
        let args: Vec<&Value> = asked.iter().map(|asked| &asked.args).collect();
        assert_eq!(args, [&json!({"command": "ls"}), &json!({"command": "ls"})], "{protocol}");
        assert_ne!(asked[0].id, asked[1].id, "{protocol}");
    }
}

/// Arguments in fragments that make up the whole.
#[tokio::test]
async fn calls_in_fragments() {
    for protocol in IN_FRAGMENTS {
        let args = [json!({"command": "ls -la /tmp"}), json!({"path": "notes.md", "line": 3})];
        let calls = [call("c1", "bash", args[0].clone()), call("c2", "read", args[1].clone())];
        let model = ScriptedModel::start(vec![Turn::text("Let me see.").then_calls(calls)]).await;
        let (ended, heard) = ask(&model, protocol, &question()).await;
        ended.expect("an answer");
        let begun: Vec<(String, String)> = heard
            .pieces()
            .into_iter()
            .filter_map(
                |piece| if let Piece::AskBegun { id, name } = piece { Some((id, name)) } else { None },
            )
            .collect();
        assert_eq!(begun, [("c1".into(), "bash".into()), ("c2".into(), "read".into())], "{protocol}");
        let asked = heard.asked();
        for (asked, args) in asked.iter().zip(&args) {
            let input: String = heard
                .pieces()
                .into_iter()
                .filter_map(|piece| match piece {
                    Piece::AskInput { id, delta } if id == asked.id => Some(delta),
                    _ => None,
                })
                .collect();
            assert_eq!((&asked.args, &input), (args, &args.to_string()), "{protocol}");
        }
        assert_eq!(asked.len(), 2);
    }
}

/// Arguments that are no JSON come as the text that they are; none are an empty object; an id is never twice.
#[tokio::test]
async fn arguments_that_are_none() {
    for protocol in IN_FRAGMENTS {
        let calls = [
            call_written("c1", "bash", "{\"command\": \"ls"),
            call_written("c2", "bash", ""),
            call("c3", "bash", json!({})),
        ];
        let model = ScriptedModel::start(vec![Turn::calls(calls)]).await;
        let (ended, heard) = ask(&model, protocol, &question()).await;
        ended.expect("an answer");
        let args: Vec<Value> = heard.asked().into_iter().map(|asked| asked.args).collect();
        assert_eq!(args, [json!("{\"command\": \"ls"), json!({}), json!({})], "{protocol}");
    }
}

/// Where a server reads the arguments itself and cannot, the one says that it could not, and the other hands on what was written.
#[tokio::test]
async fn arguments_that_their_server_cannot_read() {
    let turn = || Turn::calls([call_written("c1", "bash", "{\"command\": \"ls")]);
    let model = ScriptedModel::start(vec![turn(), turn()]).await;
    let (ended, heard) = ask(&model, ModelProtocol::Gemini, &question()).await;
    let failure = ended.expect_err("a failure");
    assert!(matches!(failure, ModelFailure::Garbled { .. }), "{failure:?}");
    assert_eq!(heard.pieces(), []);
    let (ended, heard) = ask(&model, ModelProtocol::Ollama, &question()).await;
    ended.expect("an answer");
    assert_eq!((heard.text().as_str(), heard.asked().len()), ("{\"command\": \"ls", 0));
}

/// What a model asked for and what came of it go back in its protocol's shape, with what it thought before.
#[tokio::test]
async fn a_whole_conversation_goes_back() {
    for protocol in ALL {
        let calls =
            [call("c1", "bash", json!({"command": "ls"})), call("c2", "bash", json!({"command": "pwd"}))];
        let turns = vec![Turn::reasoning("Hm.").then_calls(calls), Turn::text("Done.")];
        let model = ScriptedModel::start(turns).await;
        let mut prompt = question();
        let (ended, heard) = ask(&model, protocol, &prompt).await;
        ended.expect("an answer");
        prompt.said.push(Said::Model { text: String::new(), asked: heard.asked() });
        for (asked, number) in heard.asked().into_iter().zip(1..) {
            let text = format!("result of c{number}");
            prompt.said.push(Said::Tool { id: asked.id, name: asked.name, text, pictures: vec![] });
        }
        let (ended, heard) = ask(&model, protocol, &prompt).await;
        ended.expect("an answer");
        assert_eq!(heard.text(), "Done.");
        let request = &model.requests()[1];
        let said = request.get("messages").unwrap_or(&request["contents"]);
        insta::assert_json_snapshot!(format!("conversation_{protocol}"), said);
    }
}

/// Pictures go along with what was said, in its protocol's shape.
#[tokio::test]
async fn pictures() {
    for protocol in ALL {
        let model = ScriptedModel::start(vec![Turn::text("A dot.")]).await;
        let mut prompt = question();
        let pictures = vec![Picture::of(b"GIF89a...".to_vec()).expect("a picture")];
        prompt.said = vec![Said::User { text: "What is this?".to_owned(), pictures }];
        let (ended, _) = ask(&model, protocol, &prompt).await;
        ended.expect("an answer");
        let request = &model.requests()[0];
        let said = request.get("messages").unwrap_or(&request["contents"]);
        insta::assert_json_snapshot!(format!("picture_{protocol}"), said);
    }
}

/// What tools picture comes behind what they say, with whose it is, in its protocol's shape.
#[tokio::test]
async fn pictures_of_tools() {
    for protocol in ALL {
        let model = ScriptedModel::start(vec![Turn::text("A dot.")]).await;
        let mut prompt = question();
        let wants =
            |id: &str| Asked { id: id.into(), name: "shoot".into(), args: json!({}), signatures: vec![] };
        let answer = |id: &str, pictures| Said::Tool {
            id: id.into(),
            name: "shoot".into(),
            text: "[image/gif, 9 bytes]".into(),
            pictures,
        };
        let picture = || Picture::of(b"GIF89a...".to_vec()).expect("a picture");
        prompt.said.push(Said::Model { text: String::new(), asked: vec![wants("c1"), wants("c2")] });
        prompt.said.extend([answer("c1", vec![picture()]), answer("c2", vec![])]);
        prompt.said.push(Said::Model { text: String::new(), asked: vec![wants("c3")] });
        prompt.said.push(answer("c3", vec![picture(), picture()]));
        let (ended, _) = ask(&model, protocol, &prompt).await;
        ended.expect("an answer");
        let request = &model.requests()[0];
        let said = request.get("messages").unwrap_or(&request["contents"]);
        insta::assert_json_snapshot!(format!("pictures_of_tools_{protocol}"), said);
    }
}

/// Why an answer ended is told.
#[tokio::test]
async fn ends() {
    for protocol in ALL {
        let turns = vec![Turn::text("So").too_much_written(), Turn::text("I").filtered()];
        let model = ScriptedModel::start(turns).await;
        // Ollama holds nothing back.
        let held_back = if protocol == ModelProtocol::Ollama { EndReason::Done } else { EndReason::Filtered };
        for reason in [EndReason::Length, held_back] {
            let (ended, _) = ask(&model, protocol, &question()).await;
            assert_eq!(ended.expect("an answer").reason, reason, "{protocol}");
        }
    }
}

/// A prompt that Gemini does not answer at all ends as an answer that is held back does.
#[tokio::test]
async fn a_prompt_held_back() {
    let model = ScriptedModel::start(vec![Turn::blocked()]).await;
    let (ended, heard) = ask(&model, ModelProtocol::Gemini, &question()).await;
    assert_eq!((ended.expect("an end").reason, heard.pieces()), (EndReason::Filtered, vec![]));
}

/// A server that fails after it has begun says why, and is not asked again.
#[tokio::test]
async fn a_failure_in_the_middle() {
    for protocol in ALL {
        let model = ScriptedModel::start(vec![Turn::text("Half a").then_overloaded()]).await;
        let (ended, heard) = ask(&model, protocol, &question()).await;
        let reason = ended.expect_err("a failure").to_string().to_lowercase();
        assert!(reason.contains("overloaded") || reason.contains("server busy"), "{protocol}: {reason}");
        assert_eq!((heard.text().as_str(), model.requests().len()), ("Half a", 1), "{protocol}");
    }
}

/// A model that is busy, or fails by itself, is asked again; the person sees one answer.
#[tokio::test]
async fn asked_again() {
    for protocol in ALL {
        let turns = vec![Turn::busy(Some("0")), Turn::broken(), Turn::overloaded(), Turn::text("At last")];
        let model = ScriptedModel::start(turns).await;
        let (ended, heard) = ask(&model, protocol, &question()).await;
        ended.expect("an answer");
        assert_eq!((heard.text().as_str(), model.requests().len()), ("At last", 4), "{protocol}");
    }
}

/// What does not pass is told at once, each for what it is and without the key.
#[tokio::test]
async fn failures() {
    let leak = format!(r#"{{"error": {{"message": "no {KEY} here\nmore"}}}}"#);
    for protocol in ALL {
        let turns = vec![
            Turn::wrong_key(),
            Turn::too_long(),
            Turn::no_such_model(),
            Turn::busy(Some("3600")),
            Turn::status(400, &leak),
            Turn::status(302, "<html>Moved</html>"),
        ];
        let count = turns.len();
        let model = ScriptedModel::start(turns).await;
        let mut told = Vec::new();
        for _ in 0..count {
            let (ended, heard) = ask(&model, protocol, &question()).await;
            assert_eq!(heard.pieces(), []);
            told.push(format!("{:?}", ended.expect_err("a failure")));
        }
        assert_eq!(model.requests().len(), count, "one request each");
        assert!(!told.iter().any(|text| text.contains(KEY)));
        insta::assert_json_snapshot!(format!("failures_{protocol}"), told);
    }
}

/// A connection that ends in the middle is a failure, and the model is not asked again: it had begun to speak.
#[tokio::test]
async fn cut_off() {
    for protocol in ALL {
        let model = ScriptedModel::start(vec![Turn::text("Half a").then_cut(), Turn::text("second")]).await;
        let (ended, heard) = ask(&model, protocol, &question()).await;
        let failure = ended.expect_err("a failure");
        assert!(matches!(failure, ModelFailure::Unreachable { .. }), "{failure:?}");
        assert_eq!((heard.text().as_str(), model.requests().len()), ("Half a", 1), "{protocol}");
    }
}

/// Some servers of chat completions say why they end and nothing more: that is an end. Those of other protocols never do.
#[tokio::test]
async fn an_end_without_done() {
    let turn = || Turn::text("So").then_calls([call("c1", "bash", json!({}))]).without_an_end();
    let model = ScriptedModel::start(vec![turn(), turn(), turn(), turn()]).await;
    let (ended, heard) = ask(&model, ModelProtocol::Openai, &question()).await;
    assert_eq!((ended.expect("an answer").reason, heard.asked().len()), (EndReason::Done, 1));
    for protocol in [ModelProtocol::Anthropic, ModelProtocol::Gemini, ModelProtocol::Ollama] {
        let (ended, heard) = ask(&model, protocol, &question()).await;
        assert!(
            matches!(ended, Err(ModelFailure::Unreachable { .. } | ModelFailure::Garbled { .. })),
            "{protocol}: {ended:?}"
        );
        assert_eq!(heard.asked(), []);
    }
}

/// Pieces come while the answer goes on, and whoever stops listening ends the connection.
#[tokio::test]
async fn giving_up_hangs_up() {
    for protocol in ALL {
        let gate = Gate::closed();
        let model = ScriptedModel::start(vec![Turn::text("So").then_wait(&gate).then_text("far")]).await;
        let heard = Heard::default();
        let (mut pieces, access) = (heard.clone(), access(protocol, url(&model, protocol)));
        let asking = tokio::spawn(async move {
            let inference = Inference::new().expect("a client");
            inference.ask(&access, &question(), &mut pieces).await
        });
        while heard.text().is_empty() {
            tokio::task::yield_now().await;
        }
        asking.abort();
        model.hung_up(1).await;
        assert_eq!(heard.text(), "So", "{protocol}");
    }
}

/// Nobody there: told with the host, after a few attempts.
#[tokio::test(start_paused = true)]
async fn nobody_there() {
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let host = free.local_addr().expect("an address").to_string();
    drop(free);
    let mut heard = Heard::default();
    let inference = Inference::new().expect("a client");
    let (access, question) = (access(ModelProtocol::Ollama, format!("http://{host}")), question());
    let asked = tokio::time::timeout(Duration::from_secs(60), inference.ask(&access, &question, &mut heard));
    let failure = asked.await.expect("in time").expect_err("a failure");
    let ModelFailure::Unreachable { host: told, .. } = failure else { panic!("{failure:?}") };
    assert_eq!(told, host);
}

/// More than an answer may have ends it: calls without an end, and arguments without one.
#[tokio::test]
async fn too_much() {
    for protocol in ALL {
        let many = (0..200).map(|number| call(&format!("c{number}"), "bash", json!({})));
        let large = call("c1", "bash", json!({"command": "x".repeat(1_100_000)}));
        let model = ScriptedModel::start(vec![Turn::calls(many), Turn::calls([large])]).await;
        for _ in 0..2 {
            let (ended, heard) = ask(&model, protocol, &question()).await;
            let failure = ended.expect_err("a failure");
            assert!(matches!(failure, ModelFailure::Garbled { .. }), "{failure:?}");
            assert_eq!(heard.asked(), [], "{protocol}");
        }
    }
}
