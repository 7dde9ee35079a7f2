//! A conversation that has become too long for its model, which sums it up.

use pegboard_testkit::{Gate, House, ScriptedModel, Turn, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

use super::{chunks, part, says, stream};

/// A house whose model reads so little that of two long messages one is too much.
async fn with_small_model(house: &House, turns: Vec<Turn>) -> ScriptedModel {
    let model = ScriptedModel::start(turns).await;
    let profile =
        json!({"protocol": "openai", "base_url": model.url(), "model": "m", "context_window": 16_000});
    house.request(Method::PUT, "/models/small", Some(profile)).await.ok();
    model
}

/// Something long to say, which no summary has in it.
fn long(of: &str) -> String {
    of.repeat(20_000)
}

/// What the model was told in its last request, with its own words in it.
fn told_last(model: &ScriptedModel) -> String {
    model.requests().pop().unwrap()["messages"].to_string()
}

/// The parts of a stream that tell of a summary.
fn summaries(told: &[Value]) -> Vec<&Value> {
    told.iter().filter(|part| part["type"] == "data-summary").collect()
}

on_each_database!(
    async fn what_is_too_long_is_summed_up_once_and_stays_whole_in_the_record(house: HouseBuilder) {
        let house = house.await;
        let turns = vec![
            Turn::text("I see."),
            Turn::text("The person sent many x."),
            Turn::text("I see those, too."),
            Turn::text("Many x and many y."),
        ];
        let model = with_small_model(&house, turns).await;
        let chat = house.chat("long").await;
        stream(&house, &chat, says(&long("x"))).await;
        let told = stream(&house, &chat, says(&long("y"))).await;
        let [writing, done] = summaries(&told)[..] else { panic!("no summary in {told:#?}") };
        assert_eq!(writing, &json!({"type": "data-summary", "id": "s0", "data": {"state": "writing"}}));
        let summary = json!({"state": "done", "messages": 2, "text": "The person sent many x."});
        assert_eq!(done, &json!({"type": "data-summary", "id": "s0", "data": summary}));
        assert_eq!(part(&told, "text-delta")["delta"], "I see those, too.");

        let asked = &model.requests()[1];
        assert!(asked.get("tools").is_none_or(|tools| tools == &json!([])), "{asked:#}");
        let material = asked["messages"][1]["content"].as_str().unwrap();
        assert!(material.len() < 6000 && material.ends_with("{\"you\":\"I see.\"}\n"), "{material}");
        let then = told_last(&model);
        assert!(then.contains("The person sent many x.") && then.contains(&long("y")), "{then}");
        assert!(!then.contains("xxx"), "{then}");

        // The next turn is told the same summary, and nobody is asked for another one.
        let told = stream(&house, &chat, says("What do you know?")).await;
        assert_eq!(summaries(&told).len(), 0);
        let next = told_last(&model);
        assert!(next.contains("The person sent many x.") && next.contains(&long("y")), "{next}");
        assert!(!next.contains("xxx") && next.contains("What do you know?"), "{next}");
        assert_eq!((model.requests().len(), model.left()), (4, 0));

        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        let part = &detail["messages"][3]["content"][1];
        assert_eq!(part, &json!({"type": "summary", "messages": 2, "text": "The person sent many x."}));
        assert!(detail["messages"][0]["content"].to_string().contains(&long("x")), "the record is whole");
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn a_second_summary_is_made_of_the_first_one_and_what_came_after_it() {
    let house = House::start().await;
    let turns = vec![
        Turn::text("I see."),
        Turn::text("First x."),
        Turn::text("I see, too."),
        Turn::text("First x, then y."),
        Turn::text("All seen."),
    ];
    let model = with_small_model(&house, turns).await;
    let chat = house.chat("long").await;
    for of in ["x", "y", "z"] {
        stream(&house, &chat, says(&long(of))).await;
    }
    let material = model.requests()[3]["messages"][1]["content"].as_str().unwrap().to_owned();
    let lines: Vec<&str> = material.lines().collect();
    assert_eq!(lines.len(), 3, "{material}");
    assert!(lines[0].contains("First x.") && lines[1].contains("yyy") && lines[2].contains("I see, too."));
    let last = told_last(&model);
    assert!(last.contains("First x, then y.") && !last.contains("yyy") && last.contains("zzz"), "{last}");
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    assert_eq!(detail["messages"][5]["content"][1]["messages"], 4);

    // Another branch, from before the summaries, knows nothing of them.
    model.add(Turn::text("Hello."));
    let first = &detail["messages"][1]["id"];
    let message = json!({"role": "user", "parts": [{"type": "text", "text": "Hi."}]});
    stream(&house, &chat, json!({"message": message, "parentId": first})).await;
    let other = told_last(&model);
    assert!(other.contains("xxx") && !other.contains("First x"), "{other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_summary_the_oldest_is_left_out_and_the_reply_goes_on() {
    let house = House::start().await;
    let turns = vec![Turn::text("I see."), Turn::text(" "), Turn::text("Go on.")];
    let model = with_small_model(&house, turns).await;
    let chat = house.chat("long").await;
    stream(&house, &chat, says(&long("x"))).await;
    let told = stream(&house, &chat, says(&long("y"))).await;
    let states: Vec<_> = summaries(&told).iter().map(|part| &part["data"]["state"]).collect();
    assert_eq!(states, ["writing", "failed"]);
    assert_eq!(part(&told, "text-delta")["delta"], "Go on.");
    let last = told_last(&model);
    assert!(last.contains("left out") && !last.contains("xxx"), "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_that_takes_long_can_be_stopped() {
    let house = House::start().await;
    let gate = Gate::closed();
    let turns = vec![Turn::text("I see."), Turn::text("The").then_wait(&gate), Turn::text("Go on.")];
    let model = with_small_model(&house, turns).await;
    let chat = house.chat("long").await;
    stream(&house, &chat, says(&long("x"))).await;
    let request = house.raw(Method::POST, &format!("/chats/{chat}/stream")).json(&says(&long("y")));
    let told = tokio::spawn(async move { request.send().await.unwrap().text().await.unwrap() });
    gate.reached().await;
    house.post(&format!("/chats/{chat}/stop"), json!({})).await.with_status(204);
    let told = chunks(&told.await.unwrap());
    assert_eq!(told.last().unwrap()["type"], "abort", "{told:#?}");
    model.hung_up(1).await;
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    assert_eq!(detail["messages"][3]["reply"]["status"], "stopped");
}
