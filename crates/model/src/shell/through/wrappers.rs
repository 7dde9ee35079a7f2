//! The options of programs that run one command.

use crate::shell::through::found::{Known, Through, with_hole};
use crate::shell::unclear::Unclear;
use crate::shell::word::Word;

/// How a program is called that runs one command.
#[derive(Debug)]
pub(super) struct Wrapper {
    names: &'static [&'static str],
    /// Whether the command it runs is just that command; otherwise it runs as somebody else, or elsewhere.
    exact: bool,
    /// Options without a value.
    flags: &'static [&'static str],
    /// Options with a value, joined or as the next word.
    valued: &'static [&'static str],
    /// Those of them whose value is replaced in the command by what is read.
    hole: &'static [&'static str],
    /// How many words come before the command.
    operands: usize,
    /// Whether it adds words to the command.
    adds_words: bool,
}

const EXACT: Wrapper =
    Wrapper { names: &[], exact: true, flags: &[], valued: &[], hole: &[], operands: 0, adds_words: false };

const WRAPPERS: &[Wrapper] = &[
    Wrapper { names: &["command", "builtin", "env", "nohup", "busybox", "toybox"], ..EXACT },
    Wrapper { names: &["setsid"], flags: &["-c", "-f", "-w", "--ctty", "--fork", "--wait"], ..EXACT },
    Wrapper { names: &["nice"], valued: &["-n", "--adjustment"], ..EXACT },
    Wrapper {
        names: &["ionice"],
        flags: &["-t", "--ignore"],
        valued: &["-c", "-n", "--class", "--classdata"],
        ..EXACT
    },
    Wrapper { names: &["stdbuf"], valued: &["-i", "-o", "-e", "--input", "--output", "--error"], ..EXACT },
    Wrapper { names: &["time"], flags: &["-p", "-v", "--verbose", "--portability"], ..EXACT },
    Wrapper {
        names: &["timeout"],
        flags: &["--foreground", "--preserve-status", "-v", "--verbose"],
        valued: &["-k", "-s", "--kill-after", "--signal"],
        operands: 1,
        ..EXACT
    },
    Wrapper {
        names: &["xargs"],
        flags: &["-0", "-r", "-t", "-x", "--null", "--no-run-if-empty", "--verbose", "--exit"],
        valued: &[
            "-n",
            "-L",
            "-P",
            "-d",
            "-s",
            "-I",
            "-E",
            "--max-args",
            "--max-lines",
            "--max-procs",
            "--delimiter",
        ],
        hole: &["-I"],
        adds_words: true,
        ..EXACT
    },
    Wrapper {
        names: &["sudo", "doas"],
        exact: false,
        flags: &["-A", "-b", "-E", "-H", "-K", "-k", "-n", "-P", "-S", "-i", "-s"],
        valued: &["-u", "-g", "-p", "-C", "-D", "-R", "-T", "-h", "-r", "-t", "-U", "--user", "--group"],
        ..EXACT
    },
];

/// The wrapper of that name.
pub(super) fn wrapper(name: &str) -> Option<&'static Wrapper> {
    WRAPPERS.iter().find(|wrapper| wrapper.names.contains(&name))
}

/// An option's value.
struct OptionValue {
    option: &'static str,
    text: String,
    /// It is the word after the option.
    is_next: bool,
}

impl Wrapper {
    /// The value of an option, which is joined to it (`-n5`, `--signal=KILL`) or the `next` word.
    fn value_of(&self, word: &str, next: Option<&Word>) -> Option<OptionValue> {
        if let Some(option) = self.valued.iter().find(|option| **option == word) {
            let text = next?.as_known()?.to_owned();
            return Some(OptionValue { option, text, is_next: true });
        }
        self.valued.iter().find_map(|option| {
            let joined = word.strip_prefix(option)?;
            let text = match option.starts_with("--") {
                true => joined.strip_prefix('=')?,
                false => joined,
            };
            Some(OptionValue { option, text: text.to_owned(), is_next: false })
        })
    }
}

/// Reads a wrapper's own options; the command is what comes after them.
pub(super) fn wrapped(wrapper: &Wrapper, arguments: &[Word]) -> Through {
    let mut at = 0;
    let mut hole = None;
    while let Some(word) = arguments.get(at).filter(|word| word.is_option()) {
        let option = word.as_known().unwrap_or_default();
        at += 1;
        if option == "--" {
            break;
        }
        if wrapper.flags.contains(&option) {
            continue;
        }
        let Some(value) = wrapper.value_of(option, arguments.get(at)) else {
            return outside(wrapper, arguments, Unclear::Options);
        };
        if value.is_next {
            at += 1;
        }
        if wrapper.hole.contains(&value.option) {
            hole = Some(value.text);
        }
    }
    let mut inner: Vec<Word> = arguments.get(at + wrapper.operands..).unwrap_or_default().to_vec();
    let operands = arguments.get(at..).unwrap_or_default().iter().take(wrapper.operands);
    if inner.is_empty() || operands.clone().any(|word| word.as_known().is_none()) {
        return outside(wrapper, arguments, Unclear::Options);
    }
    if inner.first().and_then(Word::as_known).is_some_and(|name| name.contains('=')) {
        return outside(wrapper, arguments, Unclear::Assignment);
    }
    match hole {
        Some(hole) => inner = inner.iter().map(|word| with_hole(word, &hole)).collect(),
        None if wrapper.adds_words => inner.push(Word::anything("…")),
        None => {}
    }
    match wrapper.exact {
        true => Through::Same(inner),
        false => Through::Runner(Known { command: Some(inner), ..Known::default() }),
    }
}

/// What is not looked through: the commands in it still count where a rule blocks them.
fn outside(wrapper: &Wrapper, arguments: &[Word], unclear: Unclear) -> Through {
    match wrapper.exact {
        true => Through::Unknown(unclear),
        false => Through::runner(arguments),
    }
}
