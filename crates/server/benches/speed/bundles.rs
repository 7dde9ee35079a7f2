//! Small toolsets, as many as a bench needs.

use std::fs;
use std::ops::Range;

use pegboard_testkit::House;
use tokio::runtime::Runtime;

const TOOLS: &str = r#"
from pathlib import Path


def write_file(workspace: Path, path: str, content: str) -> dict:
    (workspace / path).write_text(content)
    return {"written": path, "size": len(content)}


def read_file(workspace: Path, path: str) -> dict:
    content = (workspace / path).read_text()
    return {"path": path, "content": content, "size": len(content)}
"#;

/// The id of the toolset with this number.
pub(crate) fn id(number: usize) -> String {
    format!("bench-{number}")
}

/// Installs the toolsets of these numbers. A house's own client keeps its connection, so whoever uses it has to use it on
/// one runtime.
pub(crate) fn install(runtime: &Runtime, house: &House, numbers: Range<usize>) {
    for number in numbers {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("toolset.yaml"), manifest(number)).unwrap();
        fs::create_dir(folder.path().join("tools")).unwrap();
        fs::write(folder.path().join("tools/files.py"), TOOLS).unwrap();
        runtime.block_on(house.import_folder(folder.path())).ok();
    }
}

fn manifest(number: usize) -> String {
    let id = id(number);
    format!(
        r#"manifest_version: "1"
id: {id}
name: Bench {number}
version: "1.0.0"
description: Files, for the benches
tools:
  - id: write_file
    name: Write File
    description: Write content to a file
    entrypoint: tools.files:write_file
    input_schema:
      type: object
      properties:
        path: {{type: string}}
        content: {{type: string}}
      required: [path, content]
    renderer: {{type: code, file: "$args.path", language: auto}}
  - id: read_file
    name: Read File
    description: Read a file
    entrypoint: tools.files:read_file
    input_schema:
      type: object
      properties:
        path: {{type: string}}
      required: [path]
    renderer: {{type: code, file: "$args.path", language: auto}}
"#
    )
}
