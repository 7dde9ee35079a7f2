//! Programs that run what their arguments say.

mod found;
mod shells;
mod wrappers;

use crate::shell::unclear::Unclear;
use crate::shell::word::Word;

pub(super) use found::{Known, Through};
use shells::{find, shell};
use wrappers::{wrapped, wrapper};

/// Builtins that change the shell or its variables, or run a text as commands.
const STATE: [&str; 29] = [
    ".",
    "source",
    "eval",
    "exec",
    "trap",
    "alias",
    "unalias",
    "hash",
    "enable",
    "bind",
    "complete",
    "compgen",
    "compopt",
    "fc",
    "export",
    "declare",
    "typeset",
    "local",
    "readonly",
    "unset",
    "let",
    "set",
    "shopt",
    "read",
    "mapfile",
    "readarray",
    "getopts",
    "coproc",
    "history",
];

/// Shells whose language is understood here.
const SHELLS: [&str; 5] = ["sh", "bash", "dash", "ash", "ksh"];

/// Programs that run their arguments in ways that are not looked into.
const RUNNERS: [&str; 44] = [
    "ssh",
    "su",
    "runuser",
    "pkexec",
    "parallel",
    "watch",
    "flock",
    "script",
    "unshare",
    "chroot",
    "nsenter",
    "strace",
    "ltrace",
    "gdb",
    "lldb",
    "perf",
    "valgrind",
    "systemd-run",
    "at",
    "batch",
    "crontab",
    "screen",
    "tmux",
    "expect",
    "fish",
    "zsh",
    "csh",
    "tcsh",
    "pwsh",
    "firejail",
    "bwrap",
    "setpriv",
    "capsh",
    "start-stop-daemon",
    "entr",
    "watchexec",
    "hyperfine",
    "dtach",
    "unbuffer",
    "rlwrap",
    "faketime",
    "proot",
    "fakeroot",
    "mosh",
];

/// What a command runs; its name is known.
pub(super) fn through(words: &[Word]) -> Through {
    let Some((name, arguments)) = words.split_first() else {
        return Through::Nothing;
    };
    // A program named by its path is still a runner: only rules for that path allow it, and what it runs counts as well.
    let name = name.as_known().unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or(name);
    match name {
        "find" => find(arguments),
        "printf" | "wait"
            if arguments.first().is_some_and(|word| word.is_option() || word.may_be_option()) =>
        {
            Through::Unknown(Unclear::Assignment)
        }
        "test" | "[" if may_test_variable(arguments) => Through::Unknown(Unclear::Arithmetic),
        "command" if lookup(arguments) => Through::Nothing,
        "env" | "xargs" | "time" if arguments.is_empty() => Through::Nothing,
        "eval" => Through::State(joined(arguments)),
        "ssh" | "su" | "parallel" | "watch" => Through::runner(arguments),
        name if STATE.contains(&name) => {
            Through::State(if name == "exec" { joined(arguments) } else { None })
        }
        name if SHELLS.contains(&name) => shell(arguments),
        name if RUNNERS.contains(&name) => Through::runner(arguments),
        name => match wrapper(name) {
            Some(wrapper) => wrapped(wrapper, arguments),
            None => Through::Nothing,
        },
    }
}

/// Whether it may be `[ -v name ]`, where bash evaluates a subscript in the name: an operator that is not known stands before
/// an operand.
fn may_test_variable(arguments: &[Word]) -> bool {
    const BETWEEN: [&str; 14] =
        ["=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];
    const ENDS: [&str; 5] = ["]", "-a", "-o", ")", "("];
    let is_harmless = |next: Option<&Word>| match next {
        None => true,
        Some(next) => next.as_known().is_some_and(|text| BETWEEN.contains(&text) || ENDS.contains(&text)),
    };
    arguments.iter().enumerate().any(|(at, word)| {
        let may_be = word.may_be_option() && (!word.is_one() || !is_harmless(arguments.get(at + 1)));
        word.is("-v") || word.is("-R") || may_be
    })
}

fn lookup(arguments: &[Word]) -> bool {
    arguments.first().is_some_and(|word| word.is("-v") || word.is("-V"))
}

/// The words as one line of shell, as `eval` and a remote shell read them.
fn joined(words: &[Word]) -> Option<String> {
    words.iter().map(Word::as_known).collect::<Option<Vec<_>>>().map(|words| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{Through, through};
    use crate::shell::word::{Word, shown};

    fn inner(line: &str) -> String {
        let words: Vec<Word> = line.split(' ').map(Word::known).collect();
        match through(&words) {
            Through::Same(inner) => shown(&inner),
            Through::Script(text) => format!("script {text}"),
            Through::Beside(all) => all.iter().map(|words| shown(words)).collect::<Vec<_>>().join(" | "),
            other => format!("{other:?}").split([' ', '(']).next().unwrap_or_default().to_owned(),
        }
    }

    #[test]
    fn wrappers_are_looked_through_where_their_options_are_known() {
        for (line, found) in [
            ("timeout 5 git status", "git status"),
            ("timeout -s KILL --kill-after=9 5s git status", "git status"),
            ("nice -n 10 nohup git status", "nohup git status"),
            ("env git status", "git status"),
            ("command -- git status", "git status"),
            ("xargs -0 -n1 grep x", "grep x …"),
            ("xargs -I {} cp {} x", "cp {} x"),
            ("stdbuf -oL git log", "git log"),
            ("find . -name x -exec grep y {} ; -ok rm {} +", "grep y {} | rm {}"),
            ("sh -c ls", "script ls"),
            ("bash -l -o pipefail -c ls", "script ls"),
            ("find . -name x", "Nothing"),
            ("command -v git", "Nothing"),
        ] {
            assert_eq!(inner(line), found, "{line}");
        }
    }

    #[test]
    fn what_is_not_exact_is_not_looked_through() {
        for (line, found) in [
            ("timeout --unknown 5 git status", "Unknown"),
            ("env -i git status", "Unknown"),
            ("env X=1 git status", "Unknown"),
            ("command -p git", "Unknown"),
            ("bash -ic ls", "Unknown"),
            ("bash", "Unknown"),
            ("bash script.sh", "Runner"),
            ("sudo -u root rm x", "Runner"),
            ("ssh host rm x", "Runner"),
            ("/usr/bin/sudo rm", "Runner"),
            ("exec ls", "State"),
        ] {
            assert_eq!(inner(line), found, "{line}");
        }
    }
}
