//! ZIPs whose root is a container tool.

use std::io::{Cursor, Write as _};

use pegboard_testkit::House;
use pegboard_testkit::containers::Engine;
use serde_json::json;
use zip::write::SimpleFileOptions;

use crate::{called, manifest, said, text};

const DOCKERFILE: &str = "FROM alpine:3.19\nCOPY run.sh /run.sh\nENTRYPOINT [\"bash\", \"/run.sh\"]\n";

fn zip_of(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_zip_of_a_tool_is_a_toolset_with_and_without_a_folder_around_it() {
    let Some(engine) = Engine::Docker.ready("ZIPs of container tools") else { return };
    let house = House::start().with_containers(&engine).await;
    for (name, folder) in [("flat", ""), ("wrapped", "wrapped/")] {
        let (manifest, script) = (manifest(name, &json!({})).to_string(), said(&format!("echo from {name}")));
        let files =
            [("manifest.json", manifest.as_str()), ("Dockerfile", DOCKERFILE), ("run.sh", script.as_str())];
        let files: Vec<_> = files.map(|(file, content)| (format!("{folder}{file}"), content)).into();
        let files: Vec<_> = files.iter().map(|(file, content)| (file.as_str(), *content)).collect();
        let installed = house.import_zip("any.zip", zip_of(&files)).await.ok();
        assert_eq!(installed["id"], name, "{installed:#}");
        assert_eq!(text(&called(&house, name, json!({})).await), format!("0 from {name}"));
    }
}

#[tokio::test]
async fn a_hostile_zip_of_a_tool_is_refused_with_its_reason_and_leaves_nothing() {
    let house = House::start().await;
    let good = manifest("good", &json!({})).to_string();
    let good = good.as_str();
    let reserved = manifest("mcp", &json!({})).to_string();
    let climbing = manifest("../../good", &json!({})).to_string();
    let bomb = "0".repeat(32 << 20);
    let tool = |more: &[(&str, &str)]| {
        zip_of(&[&[("manifest.json", good), ("Dockerfile", DOCKERFILE), ("run.sh", "true")], more].concat())
    };
    let hostile = [
        ("climbs out", tool(&[("../evil.sh", "x")])),
        ("absolute", tool(&[("/etc/evil", "x")])),
        ("backslash", tool(&[("a\\..\\..\\evil.sh", "x")])),
        ("twin", tool(&[("dockerfile", "FROM scratch")])),
        ("bomb", tool(&[("zeros", &bomb)])),
        ("another folder", zip_of(&[("other/manifest.json", good), ("other/Dockerfile", DOCKERFILE)])),
        ("a name that climbs", zip_of(&[("manifest.json", &climbing), ("Dockerfile", DOCKERFILE)])),
        ("a name of ours", zip_of(&[("manifest.json", &reserved), ("Dockerfile", DOCKERFILE)])),
        ("no Dockerfile", zip_of(&[("manifest.json", good)])),
        ("no JSON", zip_of(&[("manifest.json", "{"), ("Dockerfile", DOCKERFILE)])),
    ];
    let mut reasons = String::new();
    for (name, bytes) in hostile {
        let problem = house.import_zip("bad.zip", bytes).await.with_status(422);
        reasons.push_str(&format!("{name}: {}\n", problem["detail"].as_str().unwrap()));
    }
    insta::assert_snapshot!(reasons);
    assert_eq!(house.get("/toolsets").await.ok()["items"], json!([]));
}
