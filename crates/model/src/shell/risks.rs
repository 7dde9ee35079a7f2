//! Options and subcommands that make a harmless program run or write something else.
//!
//! A rule for `git log` should not allow `git log --output=.bashrc`. The list knows programs that people commonly allow; it
//! cannot be complete, and a program whose very purpose is to run code (`python`, `make`, `npm`) is for the rule's author
//! to judge.

use crate::shell::pattern::Pattern;
use crate::shell::sed_awk::risky_program_text;
use crate::shell::word::Word;

/// What a rule for a program does not allow unless it names it.
#[derive(Debug)]
pub struct Risk {
    /// Names of programs.
    pub programs: &'static [&'static str],
    /// `--name`: also shortened, and with `=value`. `-x`: also bundled with other letters and with its value joined.
    /// `-name`: as it is. `name=`: an operand that begins so. `name`: a subcommand, the first or the second operand.
    pub words: &'static [&'static str],
}

/// Every risk that is known.
pub const RISKS: &[Risk] = &[
    Risk {
        programs: &["git"],
        words: &[
            "--output",
            "--output-directory",
            "--ext-diff",
            "--textconv",
            "--upload-pack",
            "--receive-pack",
            "--exec",
            "--open-files-in-pager",
            "--extcmd",
            "--template",
            "--config",
            "--tree-filter",
            "config",
            "foreach",
            "run",
            "filter-branch",
            "difftool",
            "mergetool",
            "credential",
            "daemon",
            "hook",
            "fast-import",
            "remote-ext",
            "remote-fd",
            "send-email",
            "instaweb",
            "rebase",
        ],
    },
    Risk { programs: &["find"], words: &["-delete", "-fprint", "-fprint0", "-fprintf", "-fls"] },
    Risk { programs: &["rg", "ripgrep"], words: &["--pre", "--hostname-bin", "--search-zip", "-z"] },
    Risk { programs: &["fd", "fdfind"], words: &["-x", "-X", "--exec", "--exec-batch"] },
    Risk { programs: &["ag", "ack"], words: &["--pager"] },
    Risk {
        programs: &["tar", "bsdtar", "gtar"],
        words: &[
            "--to-command",
            "--checkpoint-action",
            "--use-compress-program",
            "--info-script",
            "--new-volume-script",
            "--rsh-command",
            "--rmt-command",
            "--remove-files",
            "-I",
            "-F",
        ],
    },
    Risk {
        programs: &["rsync"],
        words: &["-e", "--rsh", "--rsync-path", "--config", "--delete", "--remove-source-files"],
    },
    Risk { programs: &["scp", "sftp"], words: &["-S", "-o", "-F", "-D"] },
    Risk { programs: &["zip"], words: &["-T", "--unzip-command", "--test"] },
    Risk {
        programs: &["sort"],
        words: &["-o", "--output", "--compress-program", "-T", "--temporary-directory"],
    },
    Risk { programs: &["tree"], words: &["-o", "-R"] },
    Risk { programs: &["date"], words: &["-s", "--set"] },
    Risk { programs: &["file"], words: &["-C", "--compile", "-m", "--magic-file"] },
    Risk {
        programs: &["less", "more"],
        words: &["-o", "-O", "-k", "--log-file", "--LOG-FILE", "--lesskey-file", "--lesskey-src"],
    },
    Risk {
        programs: &["man"],
        words: &["-P", "-H", "--pager", "--html", "--preprocessor", "-p", "-C", "--config-file"],
    },
    Risk {
        programs: &["curl"],
        words: &[
            "-o",
            "-O",
            "-J",
            "-K",
            "-T",
            "-D",
            "-c",
            "--output",
            "--remote-name",
            "--remote-name-all",
            "--output-dir",
            "--config",
            "--upload-file",
            "--dump-header",
            "--cookie-jar",
            "--trace",
            "--trace-ascii",
            "--libcurl",
            "--stderr",
            "--hsts",
            "--alt-svc",
            "--etag-save",
            "--engine",
        ],
    },
    Risk {
        programs: &["wget"],
        words: &[
            "-e",
            "-i",
            "--execute",
            "--use-askpass",
            "--config",
            "--post-file",
            "--body-file",
            "--input-file",
        ],
    },
    Risk { programs: &["dd"], words: &["of="] },
    Risk { programs: &["jq", "yq"], words: &["-i", "--in-place", "--inplace"] },
    Risk { programs: &["xxd"], words: &["-r", "-revert"] },
    Risk { programs: &["base64", "base32"], words: &["-o", "--output"] },
    Risk { programs: &["split", "csplit"], words: &["--filter"] },
    Risk {
        programs: &["ed", "ex", "vi", "vim", "nvim", "emacs", "nano"],
        words: &["-c", "-S", "--cmd", "--eval", "--load"],
    },
    Risk { programs: &["python", "python3"], words: &["-c", "-m", "-i"] },
    Risk { programs: &["perl"], words: &["-e", "-E", "-i", "-M", "-d", "-I"] },
    Risk { programs: &["ruby"], words: &["-e", "-r", "-i", "-I"] },
    Risk { programs: &["php"], words: &["-r", "-B", "-R", "-E", "-d"] },
    Risk {
        programs: &["node", "bun", "deno"],
        words: &[
            "-e",
            "-p",
            "-r",
            "--eval",
            "--print",
            "--require",
            "--import",
            "--loader",
            "--experimental-loader",
            "eval",
        ],
    },
    Risk { programs: &["go"], words: &["-exec", "-toolexec", "-overlay", "-vettool", "generate"] },
    Risk { programs: &["cargo"], words: &["--config", "-Z", "--manifest-path"] },
    Risk { programs: &["rustc"], words: &["-C", "--codegen", "-o", "--out-dir"] },
    Risk {
        programs: &["gcc", "g++", "cc", "c++", "clang", "clang++"],
        words: &["-wrapper", "-fplugin", "-B", "-o", "-specs"],
    },
    Risk {
        programs: &["make", "gmake"],
        words: &["-f", "-C", "-I", "--file", "--makefile", "--directory", "--eval", "SHELL="],
    },
    Risk {
        programs: &["npm", "pnpm", "yarn"],
        words: &["--script-shell", "--prefix", "-C", "--dir", "--cwd", "exec", "dlx", "explore"],
    },
    Risk { programs: &["pip", "pip3", "uv"], words: &["--index-url", "--extra-index-url", "-i", "--python"] },
    Risk {
        programs: &["docker", "podman"],
        words: &["-v", "--volume", "--mount", "--privileged", "--device", "exec", "-H", "--host"],
    },
    Risk { programs: &["kubectl"], words: &["exec", "--kubeconfig", "cp"] },
    Risk { programs: &["sqlite3"], words: &["-cmd", "-init", "--cmd", "--init"] },
    Risk { programs: &["openssl"], words: &["-engine", "-provider", "-provider-path", "-out"] },
];

/// Options of git before its subcommand that change nothing but how things look; patterns are compared without them.
const HARMLESS: [&str; 5] =
    ["--no-pager", "-P", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs"];

/// Questions that git answers before any subcommand.
const QUESTIONS: [&str; 4] = ["--version", "-v", "--help", "-h"];

/// The words that patterns are compared with.
pub(super) fn passed_over(words: &[Word]) -> impl Iterator<Item = &Word> {
    let is_git = words.first().is_some_and(|name| name.is("git"));
    let harmless = |word: &Word| is_git && word.as_known().is_some_and(|text| HARMLESS.contains(&text));
    let flags = words.iter().skip(1).take_while(|word| harmless(word)).count();
    words.iter().take(1).chain(words.iter().skip(1 + flags))
}

/// The word of an allowed command that its rule would have to name, as it is written.
pub(super) fn risky_word(words: &[Word], rule: &Pattern) -> Option<String> {
    let (name, arguments) = words.split_first()?;
    let path = name.as_known()?;
    let program = path.rsplit('/').next().unwrap_or(path);
    let found = (program == "git").then(|| git_word(arguments, rule)).flatten();
    let found = found.or_else(|| listed_word(program, arguments, rule));
    let found = found.or_else(|| tar_letters(program, arguments));
    found.or_else(|| risky_program_text(program, arguments)).map(|word| word.shown.clone())
}

/// Before its subcommand git takes options that name other programs, folders and settings; and some addresses of
/// repositories are commands.
fn git_word<'w>(arguments: &'w [Word], rule: &Pattern) -> Option<&'w Word> {
    let named = |word: &Word| word.as_known().is_some_and(|text| rule.names(text));
    let global = arguments.iter().take_while(|word| word.is_option()).find(|word| {
        let text = word.as_known().unwrap_or_default();
        !HARMLESS.contains(&text) && !QUESTIONS.contains(&text) && !named(word)
    });
    let is_command =
        |word: &Word| word.as_known().is_some_and(|text| text.contains("ext::") || text.contains("fd::"));
    global.or_else(|| arguments.iter().find(|word| is_command(word)))
}

/// `tar xIf program file`: the first word is options without a dash.
fn tar_letters<'w>(program: &str, arguments: &'w [Word]) -> Option<&'w Word> {
    let letters = arguments.first().filter(|_| matches!(program, "tar" | "bsdtar" | "gtar"))?;
    letters
        .as_known()
        .is_some_and(|text| !text.starts_with('-') && text.contains(['I', 'F']))
        .then_some(letters)
}

fn listed_word<'w>(program: &str, arguments: &'w [Word], rule: &Pattern) -> Option<&'w Word> {
    let risks: Vec<&str> = RISKS
        .iter()
        .filter(|risk| risk.programs.contains(&program))
        .flat_map(|risk| risk.words.iter().copied())
        .collect();
    if risks.is_empty() {
        return None;
    }
    let options_end = arguments.iter().position(|word| word.is("--")).unwrap_or(arguments.len());
    let mut operands = 0;
    for (at, word) in arguments.iter().enumerate() {
        let Some(text) = word.as_known() else {
            // For `find` and its like nothing ends the options.
            if word.may_be_option() && (at < options_end || program == "find") {
                return Some(word);
            }
            continue;
        };
        let is_operand = !text.starts_with('-');
        operands += usize::from(is_operand);
        let meant = |risk: &&str| match risk.strip_suffix('=') {
            Some(_) => text.starts_with(*risk),
            None if risk.starts_with('-') => is_meant(text, risk),
            None => is_operand && operands <= 2 && text == *risk,
        };
        if risks.iter().any(|risk| meant(risk) && !rule.names(text) && !rule.names(risk)) {
            return Some(word);
        }
    }
    None
}

/// Whether a word is that option, as programs read options.
fn is_meant(word: &str, option: &str) -> bool {
    let name = word.split('=').next().unwrap_or(word);
    match (option.strip_prefix("--"), option.strip_prefix('-')) {
        // Long names may be shortened.
        (Some(long), _) => {
            name.strip_prefix("--").is_some_and(|given| !given.is_empty() && long.starts_with(given))
        }
        (None, Some(letter)) if letter.len() == 1 => word
            .strip_prefix('-')
            .is_some_and(|letters| !letters.starts_with('-') && letters.contains(letter)),
        (None, Some(long)) => {
            word.trim_start_matches('-').split('=').next() == Some(long) && word.starts_with('-')
        }
        (None, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn options_are_known_in_every_form_that_programs_take() {
        for (word, option) in [
            ("--output", "--output"),
            ("--output=x", "--output"),
            ("--outp=x", "--output"),
            ("-o", "-o"),
            ("-ofile", "-o"),
            ("-sSLo", "-o"),
            ("-exec", "-exec"),
            ("--exec", "-exec"),
            ("-exec=x", "-exec"),
        ] {
            assert!(is_meant(word, option), "{word} {option}");
        }
        for (word, option) in
            [("--oneline", "--output"), ("--", "--output"), ("output", "--output"), ("--color", "-o")]
        {
            assert!(!is_meant(word, option), "{word} {option}");
        }
    }
}
