//! Whether this machine can put a sandbox on.

use crate::program::Program;
use crate::python::interpreter::Interpreter;
use crate::unheard::Unheard;

/// What holds sandboxed tools to their workspace, if anything does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SandboxHealth {
    /// Landlock, in this version of its interface: below 3 `truncate` is refused altogether, below 6 signals are free.
    Landlock(u32),
    /// Nothing: toolsets that ask for a sandbox do not run, and others run with the rights of the server.
    Unavailable,
    /// It could not be found out.
    Unknown(String),
}

/// Asks the kernel for the version of Landlock, as no call of ours may do without `unsafe`.
const QUESTION: &str = "import ctypes; print(ctypes.CDLL(None).syscall(444, None, 0, 1))";

/// How long the answer may take.
const ANSWER_TIME: std::time::Duration = std::time::Duration::from_secs(30);

pub(super) async fn sandbox(interpreter: &Interpreter, house: &str) -> SandboxHealth {
    if !cfg!(target_os = "linux") {
        return SandboxHealth::Unavailable;
    }
    let mut program = Program::new(&interpreter.file, house, ANSWER_TIME);
    program.command().args(["-I", "-c", QUESTION]);
    match program.run(&Unheard).await {
        Ok(said) => understand(&said),
        Err(fault) => SandboxHealth::Unknown(fault.to_string()),
    }
}

fn understand(said: &str) -> SandboxHealth {
    match said.trim().parse::<i64>().map(u32::try_from) {
        Ok(Ok(version @ 1..)) => SandboxHealth::Landlock(version),
        Ok(_) => SandboxHealth::Unavailable,
        Err(_) => SandboxHealth::Unknown("the interpreter gave no version of Landlock".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{SandboxHealth, understand};

    #[test]
    fn the_kernel_s_answer_is_understood() {
        assert_eq!(understand("7\n"), SandboxHealth::Landlock(7));
        assert_eq!(understand("-1\n"), SandboxHealth::Unavailable);
        assert!(matches!(understand(""), SandboxHealth::Unknown(_)));
    }
}
