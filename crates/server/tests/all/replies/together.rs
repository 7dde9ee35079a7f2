//! Replies with several people about: followed, stopped, begun at once, decided about by somebody else.

use pegboard_testkit::{Gate, House, ScriptedModel, Turn, call, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

use crate::speak::set_up;

use super::{chunks, part, says, stream, until_said};

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_is_followed_by_who_comes_later_and_stopped_by_anybody() {
    let house = House::start().await;
    let gate = Gate::closed();
    let turns = vec![Turn::text("So far.").then_wait(&gate).then_text(" Never said.")];
    let model = ScriptedModel::start(turns).await;
    set_up(&house, &model).await;
    let chat = house.chat("slow").await;
    let path = format!("/chats/{chat}/stream");
    let first = house.raw(Method::POST, &path).json(&says("Tell me."));
    let first = tokio::spawn(async move { first.send().await.unwrap().text().await.unwrap() });
    gate.reached().await;
    let busy = house.post(&path, says("And?")).await.with_status(409);
    assert!(busy["detail"].as_str().unwrap().contains("being written"), "{busy:#}");
    // Its head comes when the reply was found, so it is followed from before it is stopped.
    let later = house.raw(Method::GET, &path).send().await.unwrap();
    assert_eq!(later.status(), 200);
    house.post(&format!("/chats/{chat}/stop"), json!({})).await.with_status(204);
    let (first, later) = (chunks(&first.await.unwrap()), chunks(&later.text().await.unwrap()));
    assert_eq!(first.last().unwrap()["type"], "abort", "{first:#?}");
    assert_eq!(first, later, "both were told the same");
    model.hung_up(1).await;
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    assert_eq!(detail["messages"][1]["reply"]["status"], "stopped", "{detail:#}");
    assert_eq!(detail["messages"][1]["content"][1]["text"], "So far.");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_joins_a_reply_that_went_on_is_told_all_of_it() {
    let house = House::start().with_toolset("app-builder").await;
    let gate = Gate::closed();
    let run = call("c1", "app-builder__run_command", json!({"command": "echo hi"}));
    let turns = vec![Turn::text("First I run it.").then_calls([run]), Turn::text("It ran.").then_wait(&gate)];
    let model = ScriptedModel::start(turns).await;
    set_up(&house, &model).await;
    let chat = house.chat("on").await;
    let asked = stream(&house, &chat, says("Run it.")).await;
    let id = part(&asked, "tool-approval-request")["approvalId"].as_str().unwrap();
    house.post(&format!("/calls/{id}/approve"), json!({})).await.ok();
    gate.reached().await;
    let joined = house.raw(Method::GET, &format!("/chats/{chat}/stream")).send().await.unwrap();
    assert_eq!(joined.status(), 200);
    gate.open();
    let told = chunks(&joined.text().await.unwrap());
    let said: Vec<_> = told.iter().filter_map(|chunk| chunk["delta"].as_str()).collect();
    assert_eq!(said, ["First I run it.", "It ran."], "{told:#?}");
    assert_eq!(part(&told, "tool-output-available")["toolCallId"], id);
    assert_eq!(told.iter().filter(|chunk| chunk["type"] == "start-step").count(), 2, "{told:#?}");
}

on_each_database!(
    async fn of_two_who_ask_at_once_one_is_answered_and_the_other_leaves_nothing(house: HouseBuilder) {
        let house = house.await;
        let gate = Gate::closed();
        let model = ScriptedModel::start(vec![Turn::text("One").then_wait(&gate)]).await;
        set_up(&house, &model).await;
        let chat = house.chat("both").await;
        let path = format!("/chats/{chat}/stream");
        let ask = |text: &str| house.raw(Method::POST, &path).json(&says(text)).send();
        let (one, other) = tokio::join!(ask("First?"), ask("Second?"));
        let (one, other) = (one.unwrap(), other.unwrap());
        let mut states = [one.status().as_u16(), other.status().as_u16()];
        states.sort_unstable();
        assert_eq!(states, [200, 409]);
        gate.open();
        for answer in [one, other] {
            answer.text().await.unwrap();
        }
        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        assert_eq!(detail["messages"].as_array().unwrap().len(), 2, "{detail:#}");
    }
);

on_each_database!(
    async fn the_record_names_who_decided_not_who_asked(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let run = call("c1", "app-builder__run_command", json!({"command": "true"}));
        let model = ScriptedModel::start(vec![Turn::calls([run]), Turn::text("It ran.")]).await;
        set_up(&house, &model).await;
        let token = house.post("/tokens", json!({"name": "agent", "scope": "run"})).await.with_status(201);
        let chat = house.chat("agent's").await;
        let asked = reqwest::Client::builder()
            .no_proxy()
            .build()
            .unwrap()
            .post(format!("{}/chats/{chat}/stream", house.url()))
            .bearer_auth(token["secret"].as_str().unwrap())
            .json(&says("Run it."));
        let told = chunks(&asked.send().await.unwrap().text().await.unwrap());
        let approval = part(&told, "tool-approval-request")["approvalId"].clone();
        let waiting = house.get(&format!("/chats/{chat}")).await.ok();
        assert_eq!(waiting["messages"][1]["reply"]["status"], "waiting");
        let decided = json!({"messages": [{"id": told[0]["messageId"], "role": "assistant", "parts": [{
            "type": "dynamic-tool", "toolName": "x", "state": "approval-responded",
            "approval": {"id": approval, "approved": true},
        }]}]});
        stream(&house, &chat, decided).await;
        let made = house.get(&format!("/calls/{}", approval.as_str().unwrap())).await.ok();
        assert_eq!(
            (&made["caller"], &made["rule"]),
            (&json!("agent"), &json!("approved by admin")),
            "{made:#}"
        );
        assert_eq!(until_said(&house, &chat).await, "It ran.");
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_whose_model_refused_says_why_and_goes_on_when_it_does_not() {
    let house = House::start().await;
    let model = ScriptedModel::start(vec![Turn::wrong_key(), Turn::text("Here I am.")]).await;
    set_up(&house, &model).await;
    let chat = house.chat("keys").await;
    let told = stream(&house, &chat, says("Are you there?")).await;
    let why = told.last().unwrap()["errorText"].clone();
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    let reply = &detail["messages"][1]["reply"];
    assert_eq!((&reply["status"], &reply["error"]), (&json!("failed"), &why), "{detail:#}");
    assert!(why.as_str().unwrap().contains("key"), "{why}");
    let told = stream(&house, &chat, json!({"trigger": "go-on"})).await;
    assert_eq!(told[0]["messageId"], detail["messages"][1]["id"]);
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    let reply = &detail["messages"][1]["reply"];
    assert_eq!((&reply["status"], &reply["error"]), (&json!("done"), &Value::Null), "{detail:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_to_be_written_anew_must_be_there() {
    let house = House::start().await;
    let model = ScriptedModel::start(vec![Turn::text("One."), Turn::text("Two.")]).await;
    set_up(&house, &model).await;
    let (chat, other) = (house.chat("one").await, house.chat("other").await);
    stream(&house, &chat, says("Say a number.")).await;
    let told = stream(&house, &other, says("Say a number.")).await;
    let anew = json!({"trigger": "regenerate-message", "messageId": told[0]["messageId"]});
    let refused = house.post(&format!("/chats/{chat}/stream"), anew).await.with_status(404);
    assert!(refused["detail"].as_str().unwrap().contains("in this chat"), "{refused:#}");
}
