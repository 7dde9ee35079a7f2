//! Any text is a manifest that is written and read back unchanged, or is refused with at least one problem.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegboard_model::toolset::ToolsetManifest;

fuzz_target!(|text: &str| {
    match ToolsetManifest::parse(text, "toolset.yaml") {
        Ok(manifest) => {
            let yaml = manifest.to_yaml().expect("what was parsed can be written");
            let back = ToolsetManifest::parse(&yaml, "toolset.yaml")
                .expect("what was written can be read");
            assert_eq!(back, manifest);
            assert_eq!(back.to_yaml().expect("it was written before"), yaml);
        }
        Err(errors) => assert!(!errors.problems.is_empty()),
    }
});
