//! Compiles the program that waits in containers which are started ahead of a call. It runs in any image, so it uses no
//! library and is compiled apart; where no C compiler can do that, containers are started when they are needed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const SOURCE: &str = "waiter/wait.c";

const FLAGS: [&str; 10] = [
    "-Os",
    "-static",
    "-nostdlib",
    "-ffreestanding",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-fno-pie",
    "-no-pie",
    "-Wl,--build-id=none",
    "-Wl,-z,noexecstack",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={SOURCE}");
    println!("cargo::rerun-if-env-changed=CC");
    let program = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names no OUT_DIR")?).join("wait");
    if !(is_for_this_machine() && compile(&program)) {
        println!("cargo::warning=no C compiler made {SOURCE}: containers are not started ahead of calls");
        fs::write(&program, [])?;
    }
    Ok(())
}

fn is_for_this_machine() -> bool {
    env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux")
        && env::var_os("HOST").map(|host| architecture(&host.to_string_lossy()))
            == env::var_os("TARGET").map(|target| architecture(&target.to_string_lossy()))
}

fn architecture(triple: &str) -> String {
    triple.split('-').next().unwrap_or_default().to_owned()
}

fn compile(program: &Path) -> bool {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let status = Command::new(compiler).args(FLAGS).arg("-o").arg(program).arg(SOURCE).status();
    status.is_ok_and(|status| status.success())
}
