#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kubikschach_fuzz::sessions::run(data));
