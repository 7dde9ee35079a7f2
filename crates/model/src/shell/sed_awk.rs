//! `sed` and `awk` take programs, and these can run commands and write files. Only what surely does neither is let through.

use crate::shell::word::Word;

/// The argument that is, or may be, a program that does more than edit text.
pub(super) fn risky_program_text<'w>(program: &str, arguments: &'w [Word]) -> Option<&'w Word> {
    match program {
        "sed" | "gsed" => risky_sed(arguments),
        "awk" | "gawk" | "mawk" | "nawk" => risky_awk(arguments),
        _ => None,
    }
}

fn risky_sed(arguments: &[Word]) -> Option<&Word> {
    const FLAGS: [&str; 9] = [
        "--quiet",
        "--silent",
        "--regexp-extended",
        "--posix",
        "--separate",
        "--unbuffered",
        "--null-data",
        "--debug",
        "--line-length",
    ];
    let mut has_script = false;
    let mut operands = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_known() {
            None => operands.push(word),
            Some("--expression" | "-e" | "-ne" | "-ie" | "-Ee" | "-nEe" | "-re" | "-nre")
                if word.is("-ie") =>
            {
                return Some(word);
            }
            Some("--expression" | "-e" | "-ne" | "-Ee" | "-nEe" | "-re" | "-nre") => {
                has_script = true;
                let script = words.next()?;
                if !script.as_known().is_some_and(only_edits) {
                    return Some(script);
                }
            }
            Some(flag) if FLAGS.contains(&flag) => {}
            Some(text) if text.starts_with("--expression=") => {
                has_script = true;
                if !text.split_once('=').is_some_and(|(_, script)| only_edits(script)) {
                    return Some(word);
                }
            }
            Some(letters) if letters.len() > 1 && letters.starts_with('-') => {
                if !letters.chars().skip(1).all(|c| "nErsuz".contains(c)) {
                    return Some(word);
                }
            }
            Some(_) => operands.push(word),
        }
    }
    let mut operands = operands.into_iter();
    let script = if has_script { None } else { operands.next() };
    script
        .filter(|script| !script.as_known().is_some_and(only_edits))
        .or_else(|| operands.find(|word| word.may_be_option()))
}

/// Whether a sed script has only commands that print, delete and replace.
fn only_edits(script: &str) -> bool {
    let mut rest = script.trim_start_matches([' ', '\n', ';']);
    while !rest.is_empty() {
        let Some(after) = command(rest) else {
            return false;
        };
        rest = after.trim_start_matches(' ');
        if !rest.is_empty() && !rest.starts_with([';', '\n']) {
            return false;
        }
        rest = rest.trim_start_matches([' ', '\n', ';']);
    }
    true
}

/// What comes after one command with its addresses.
fn command(text: &str) -> Option<&str> {
    let mut rest = address(text);
    if let Some(second) = rest.strip_prefix(',') {
        rest = address(second.trim_start_matches([' ', '+', '~']));
    }
    rest = rest.trim_start_matches([' ', '!']);
    let (c, after) = (rest.chars().next()?, rest.get(1..)?);
    match c {
        'p' | 'd' | 'D' | 'P' | 'n' | 'N' | 'h' | 'H' | 'g' | 'G' | 'x' | 'q' | '=' => Some(after),
        's' | 'y' => {
            let delimiter = after.chars().next().filter(|c| c.is_ascii_punctuation() && *c != '\\')?;
            let replaced = delimited(after.get(1..)?, delimiter)?;
            let flags = delimited(replaced, delimiter)?;
            Some(flags.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, 'g' | 'p' | 'i' | 'I')))
        }
        _ => None,
    }
}

fn address(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '~' || c == '$');
    match rest.strip_prefix('/').filter(|_| rest.len() == text.len()).and_then(|regex| delimited(regex, '/'))
    {
        Some(after) => after.strip_prefix('I').unwrap_or(after),
        None => rest,
    }
}

/// What comes after the delimiter. `None` where it does not come, or where brackets may hide another.
fn delimited(text: &str, delimiter: char) -> Option<&str> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next()?;
            }
            '[' => {
                let inside = text.get(at..)?;
                let close = inside.find(']')?;
                if inside.get(..close)?.contains(delimiter) {
                    return None;
                }
            }
            '\n' => return None,
            c if c == delimiter => return text.get(at + c.len_utf8()..),
            _ => {}
        }
    }
    None
}

fn risky_awk(arguments: &[Word]) -> Option<&Word> {
    let mut words = arguments.iter();
    let mut program = None;
    while let Some(word) = words.next() {
        match word.as_known() {
            Some("-F" | "-v") => {
                words.next();
            }
            Some(text) if text.starts_with("-F") || text.starts_with("-v") => {}
            Some("--") => program = words.next(),
            Some(text) if text.len() > 1 && text.starts_with('-') => return Some(word),
            _ => program = Some(word),
        }
        if program.is_some() {
            break;
        }
    }
    program.filter(|program| !program.as_known().is_some_and(only_computes))
}

/// Whether an awk program runs nothing and writes to its output alone.
fn only_computes(program: &str) -> bool {
    let without = program.replace("||", "").replace(">=", "");
    !["system", "getline", "|", ">", "@", "\\", "close"].iter().any(|word| without.contains(word))
}

#[cfg(test)]
mod tests {
    use super::{only_computes, only_edits};

    #[test]
    fn sed_scripts_that_only_edit() {
        for script in [
            "1,5p",
            "$p",
            "/fn main/,/^}/p",
            "s/a/b/g",
            "s|a/b|c|;s/x/y/2p",
            "/x/d",
            "2q",
            "10~2!d",
            "s/[0-9]+/N/g",
        ] {
            assert!(only_edits(script), "{script}");
        }
    }

    #[test]
    fn sed_scripts_that_may_do_more() {
        for script in [
            "e",
            "1e id",
            "w x",
            "s/a/b/w x",
            "s/a/b/e",
            "s/x/y/ge",
            "r /etc/passwd",
            "R x",
            "W x",
            "1!e id",
            "/a/e",
            "{e\n}",
            "s/[/]/x/e",
            "s/[/]/p;w x/p",
            "a\\\nx",
            "p;e",
            "p\ne",
            "$!{w x\n}",
            ":a;ba",
            "s\nab\nc\nw x",
            "s,a,b,w x",
        ] {
            assert!(!only_edits(script), "{script}");
        }
    }

    #[test]
    fn awk_programs() {
        assert!(only_computes("{ print $1 }"));
        assert!(only_computes("NR >= 2 || /x/ { n++ } END { print n }"));
        for program in [
            "{ system(\"id\") }",
            "{ print > \"x\" }",
            "{ print | \"sh\" }",
            "BEGIN { \"id\" | getline }",
            "@load \"x\"",
        ] {
            assert!(!only_computes(program), "{program}");
        }
    }
}
