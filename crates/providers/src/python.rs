//! Python tools: one warm runner process per toolset, one forked child per call.
//!
//! The contract with the Python side is `docs/RUNNER_PROTOCOL.md`. Linux only: it stands on sequenced-packet
//! sockets, subreapers and `/proc`.

mod answer;
mod bounds;
mod config;
mod control;
mod doctor;
mod ending;
mod environment;
mod exit;
mod interpreter;
mod invocation;
mod launch;
mod pool;
mod probe;
mod protocol;
mod provider;
mod requirements;
mod runner;
mod sdk;
mod stage;
mod supervise;
mod uv;

pub use config::PythonConfig;
pub use doctor::{BaseEnvironment, PythonHealth};
pub use environment::EnvironmentError;
pub use interpreter::{Interpreter, InterpreterError};
pub use probe::SandboxHealth;
pub use provider::PythonProvider;
pub use requirements::{RequirementError, Requirements};
pub use uv::{Uv, UvError};
