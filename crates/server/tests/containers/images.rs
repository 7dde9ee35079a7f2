//! Images: built, not built, and looked for where there is no engine.

use std::fs;
use std::time::Duration;

use pegboard_testkit::containers::Containers;
use pegboard_testkit::{House, on_each_engine};
use reqwest::Method;
use serde_json::json;

use crate::{called, examples, failure, running, said, text, tool, wait_for_image};

on_each_engine!(
    async fn a_failed_build_shows_on_the_tool_and_harms_nothing_else(engine: Containers) {
        let folder = tempfile::tempdir().unwrap();
        let tools = folder.path();
        let broken = tool(tools, "broken", &json!({}), "true\n");
        fs::write(
            broken.join("Dockerfile"),
            "FROM alpine:3.19\nRUN echo the compiler is on fire >&2; exit 7\n",
        )
        .unwrap();
        let headless = tool(tools, "headless", &json!({}), "true\n");
        fs::write(headless.join("Dockerfile"), "FROM alpine:3.19\n").unwrap();
        tool(tools, "sound", &json!({}), &said("echo fine"));
        fs::create_dir(tools.join("wrong")).unwrap();
        fs::write(tools.join("wrong/manifest.json"), "{\"name\": \"other\", \"trigger\": {}}").unwrap();

        // The folder of tools is read at start.
        let arguments = ["--tools", tools.to_str().unwrap()];
        let house = House::start().with_arguments(&arguments).with_containers(&engine).await;
        for name in ["broken", "headless", "sound"] {
            wait_for_image(&house, name).await;
        }
        let call = called(&house, "broken", json!({})).await;
        assert_eq!(failure(&call).0, "unavailable");
        let tool = house.get("/tools/broken").await.ok();
        assert_eq!(tool["container"]["image"]["state"], "failed", "{tool:#}");
        let build = house.get("/tools/broken/build").await.ok();
        assert!(build["log"].as_str().unwrap().contains("the compiler is on fire"), "{build:#}");
        let build = house.get("/tools/headless/build").await.ok();
        assert!(build["message"].as_str().unwrap().contains("ENTRYPOINT"), "{build:#}");
        assert_eq!(text(&called(&house, "sound", json!({})).await), "0 fine");
        let refused = house.import_folder(&tools.join("wrong")).await;
        assert_eq!(refused.status, 422, "{:#}", refused.body);
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(
            detail.contains("the folder, which is `wrong`") && detail.contains("the key `output` is missing"),
            "{detail}"
        );

        let again = house.post("/tools/sound/build", json!({})).await.with_status(202);
        assert_eq!(again["tool_id"], "sound:sound");
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_an_engine_tools_say_so() {
    let house = House::start().await;
    house.import_folder(&examples().join("greeter")).await.ok();
    let call = called(&house, "greeter", json!({"name": "x"})).await;
    let (kind, message) = failure(&call);
    assert_eq!(kind, "unavailable");
    assert!(message.contains("needs a container engine"), "{message}");
    let tool = house.get("/tools/greeter").await.ok();
    assert_eq!(tool["container"]["image"]["state"], "unavailable", "{tool:#}");
}

on_each_engine!(
    async fn an_image_goes_with_the_last_tool_that_uses_it(engine: Containers) {
        let folder = tempfile::tempdir().unwrap();
        let mut house = House::start().with_containers(&engine).await;
        let slow = tool(folder.path(), "aging", &json!({}), "sleep 3; echo '{\"text\": \"first\"}'\n");
        house.import_folder(&slow).await.ok();
        let first = image_of(&house, "aging").await;
        let lasting = tool(folder.path(), "lasting", &json!({}), &said("echo lasting"));
        house.import_folder(&lasting).await.ok();
        let kept = image_of(&house, "lasting").await;

        // An upgrade while the first version runs.
        let upgraded = async {
            running(&engine, "label=pegboard.tool=aging:aging").await;
            tool(folder.path(), "aging", &json!({"version": "1.1"}), &said("echo second"));
            house.import_folder(&slow).await.ok();
            let second = image_of(&house, "aging").await;
            assert!(has_image(&engine, &first), "a call still runs in it");
            second
        };
        let (call, second) = tokio::join!(called(&house, "aging", json!({})), upgraded);
        assert_eq!(text(&call), "first");
        gone(&engine, &first).await;
        assert_eq!(text(&called(&house, "aging", json!({})).await), "0 second");

        // An uninstall.
        house.request(Method::DELETE, "/toolsets/aging", None).await.ok();
        gone(&engine, &second).await;
        assert!(has_image(&engine, &kept));

        // What a crash leaves: this house's own is removed at the next start, another's is not.
        house.kill();
        let data = house.data().canonicalize().unwrap();
        let own = format!("pegboard.built-by={}", data.display());
        for (name, label) in [("left", own.as_str()), ("foreign", "pegboard.built-by=/another/house")] {
            let context = lasting.to_str().unwrap();
            engine.docker(&[
                "build",
                "--quiet",
                "--label",
                label,
                "--tag",
                &format!("pegboard-tool-{name}:0"),
                context,
            ]);
        }
        house.restart();
        gone(&engine, "pegboard-tool-left:0").await;
        assert!(has_image(&engine, "pegboard-tool-foreign:0") && has_image(&engine, &kept));
        engine.docker(&["rmi", "pegboard-tool-foreign:0"]);
        assert_eq!(text(&called(&house, "lasting", json!({})).await), "0 lasting");
    }
);

/// The tag of a tool's image, once it is built.
async fn image_of(house: &House, tool: &str) -> String {
    wait_for_image(house, tool).await;
    house.get(&format!("/tools/{tool}/build")).await.ok()["image"].as_str().unwrap().to_owned()
}

fn has_image(engine: &Containers, tag: &str) -> bool {
    engine.command(&["image", "inspect", tag]).output().unwrap().status.success()
}

/// Waits until an image is gone.
async fn gone(engine: &Containers, tag: &str) {
    for _ in 0..1200 {
        if !has_image(engine, tag) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the image {tag} is still there");
}
