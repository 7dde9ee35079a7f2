//! Containers that end otherwise than by themselves.

use pegboard_testkit::{House, on_each_engine};
use serde_json::json;

use crate::{called, containers_of, failure, running, tool, wait_for_image};

on_each_engine!(
    async fn what_is_killed_from_outside_or_cancelled_leaves_nothing(engine: Containers) {
        let folder = tempfile::tempdir().unwrap();
        let house = House::start().with_containers(&engine).await;
        house.import_folder(&tool(folder.path(), "sleeper", &json!({}), "sleep 25\n")).await.ok();
        // Its image is there, so that what follows is about its container.
        wait_for_image(&house, "sleeper").await;
        let label = "label=pegboard.tool=sleeper:sleeper";
        let killed = async {
            let id = running(&engine, label).await;
            engine.docker(&["kill", &id]);
        };
        let (call, ()) = tokio::join!(called(&house, "sleeper", json!({})), killed);
        let (kind, message) = failure(&call);
        assert_eq!(kind, "crashed");
        assert!(message.contains("killed from outside"), "{message}");

        let cancelled = async {
            running(&engine, label).await;
            let calls = house.get("/calls?status=running").await.ok();
            let id = calls["items"][0]["id"].as_str().unwrap().to_owned();
            house.post(&format!("/calls/{id}/cancel"), json!({})).await.ok();
        };
        let (call, ()) = tokio::join!(called(&house, "sleeper", json!({})), cancelled);
        assert_eq!(failure(&call).0, "cancelled");
        assert_eq!(containers_of(&engine, &house), "");
    }
);

on_each_engine!(
    async fn a_crash_of_the_server_leaves_no_container(engine: Containers) {
        let folder = tempfile::tempdir().unwrap();
        let mut house = House::start().with_containers(&engine).await;
        let made =
            tool(folder.path(), "lasting", &json!({"constraints": {"timeout_seconds": 600}}), "sleep 500\n");
        house.import_folder(&made).await.ok();
        wait_for_image(&house, "lasting").await;
        let url = house.url().to_owned();
        let (client, token) = (reqwest::Client::new(), house.token().to_owned());
        let call = tokio::spawn(async move {
            let call = client
                .post(format!("{url}/tools/lasting/call"))
                .bearer_auth(token)
                .json(&json!({"args": {}}));
            call.send().await.is_err()
        });
        running(&engine, "label=pegboard.tool=lasting:lasting").await;
        house.kill();
        assert!(call.await.unwrap(), "nobody answers any more");
        house.restart();
        assert_eq!(containers_of(&engine, &house), "", "the start sweeps what was left");
        let calls = house.get("/calls").await.ok();
        assert_eq!(calls["items"][0]["error"]["kind"], "interrupted");
    }
);
