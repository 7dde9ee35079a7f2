//! Python tools: one warm runner process per toolset, one forked child per call.
//!
//! The contract with the Python side is `docs/RUNNER_PROTOCOL.md`. Linux only: it stands on sequenced-packet
//! sockets, subreapers and `/proc`.

mod answer;
mod bounds;
mod capture;
mod config;
mod control;
mod doctor;
mod ending;
mod environment;
mod exit;
mod frame;
mod interpreter;
mod invocation;
mod launch;
mod pool;
mod probe;
mod program;
mod protocol;
mod provider;
mod requirements;
mod runner;
mod scratch;
mod sdk;
mod supervise;
mod uv;
mod variables;

pub use config::PythonConfig;
pub use doctor::{BaseEnvironment, PythonHealth};
pub use environment::EnvironmentError;
pub use interpreter::{Interpreter, InterpreterError};
pub use probe::SandboxHealth;
pub use program::ProgramError;
pub use provider::PythonProvider;
pub use requirements::{RequirementError, Requirements};
pub use scratch::clear_scratch;
pub use uv::{Uv, UvError};
