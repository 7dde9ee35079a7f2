#![no_main]
#![allow(dead_code, reason = "each target runs one of the functions")]

#[path = "../../tests/trees/ops.rs"]
mod ops;

libfuzzer_sys::fuzz_target!(|data: &[u8]| ops::columns(data));
