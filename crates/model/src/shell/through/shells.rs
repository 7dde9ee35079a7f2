//! Shells, and `find`, which runs commands beside its own work.

use crate::shell::through::found::{Known, Through, with_hole};
use crate::shell::unclear::Unclear;
use crate::shell::word::Word;

/// `sh -c 'script' name arguments…`, with any of the options that do not change what the script means.
pub(super) fn shell(arguments: &[Word]) -> Through {
    let mut words = arguments.iter();
    let mut has_script = false;
    while let Some(word) = words.next() {
        let Some(text) = word.as_known() else {
            return Through::Unknown(Unclear::Commands);
        };
        match text {
            "--login" | "--noprofile" | "--norc" | "--posix" => {}
            "-o" => match words.next().and_then(Word::as_known) {
                Some("pipefail" | "errexit" | "nounset" | "xtrace") => {}
                _ => return Through::Unknown(Unclear::Options),
            },
            letters if letters.len() > 1 && letters.starts_with('-') => {
                if !letters.chars().skip(1).all(|c| "celuxn".contains(c)) {
                    return Through::Unknown(Unclear::Options);
                }
                has_script |= letters.contains('c');
            }
            script if has_script => return Through::Script(script.to_owned()),
            // A file with a script: what it does only a rule for that very file can say.
            _ => return Through::Runner(Known::default()),
        }
    }
    Through::Unknown(Unclear::Commands)
}

/// `find … -exec program {} ;`: each of the commands. What else `find` may do is among the risks.
pub(super) fn find(arguments: &[Word]) -> Through {
    const RUNS: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];
    let mut commands = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if !word.as_known().is_some_and(|text| RUNS.contains(&text)) {
            continue;
        }
        let inner: Vec<Word> = words
            .by_ref()
            .take_while(|word| !word.is(";") && !word.is("+"))
            .map(|word| with_hole(word, "{}"))
            .collect();
        commands.push(inner);
    }
    if commands.is_empty() { Through::Nothing } else { Through::Beside(commands) }
}
