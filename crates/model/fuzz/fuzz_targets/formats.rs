//! Any text is read as a client's configuration, a registry entry or a bundle's manifest, or refused with at least one
//! problem; what is read can be kept, and what is written can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegboard_model::servers::{ClientConfig, McpbManifest, Platform, RegistryEntry, mcpb_manifest, to_mcp_servers};

fuzz_target!(|text: &str| {
    match ClientConfig::parse(text, "mcp.json") {
        Ok(config) => {
            let servers = config.servers.iter().map(|server| (server.id().to_string(), &server.server));
            let written = to_mcp_servers(servers).to_string();
            let back = ClientConfig::parse(&written, "mcp.json").expect("what was written can be read");
            assert!(back.servers.iter().all(|server| server.secrets.is_empty()));
        }
        Err(errors) => assert!(!errors.problems.is_empty()),
    }
    match RegistryEntry::parse(text, "server.json") {
        Ok(entry) => assert!(!entry.choices.is_empty()),
        Err(errors) => assert!(!errors.problems.is_empty()),
    }
    match McpbManifest::parse(text, "manifest.json") {
        Ok(manifest) => {
            if let Ok(plan) = manifest.toolset(Platform::Linux) {
                plan.toolset.to_yaml().expect("a plan can be written");
                mcpb_manifest(&plan.toolset, &[]).expect("a plan is one server");
            }
        }
        Err(errors) => assert!(!errors.problems.is_empty()),
    }
});
