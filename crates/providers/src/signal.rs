//! How an end by a signal is said.

/// `was ended by SIGKILL; …`
pub(crate) fn by_signal(signal: i32) -> String {
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
