//! How a call's process ended, and how that is said.

/// The end of a call's child.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Exit {
    /// It returned this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// The runner ended it, because it used too much; that in a sentence.
    OverBudget(String),
    /// It was never made.
    Refused(String),
    /// The whole runner is gone; how that came.
    RunnerGone(String),
}

impl Exit {
    /// A sentence, with what is known to help.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Code(0) => "The tool's process ended without an answer: something in it ended Python \
                              (os._exit, or a library that does)."
                .to_owned(),
            Self::Code(code) => {
                format!("The tool's process ended with exit code {code} before it answered.")
            }
            Self::Signal(signal) => format!("The tool's process {}.", by_signal(*signal)),
            Self::OverBudget(sentence) => sentence.clone(),
            Self::Refused(message) => format!("No process could be made for the call: {message}"),
            Self::RunnerGone(how) => {
                format!("The process that runs the toolset's tools {how}; the next call starts a new one.")
            }
        }
    }
}

/// `was ended by SIGKILL; …`
pub(super) fn by_signal(signal: i32) -> String {
    let hint = match signal {
        9 => "; often the machine was out of memory",
        11 => "; a fault in native code that it uses",
        24 => "; it used up its processor time",
        25 => "; it wrote a file that is larger than allowed",
        _ => "",
    };
    match name(signal) {
        Some(name) => format!("was ended by {name}{hint}"),
        None => format!("was ended by signal {signal}"),
    }
}

fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => return None,
    })
}
