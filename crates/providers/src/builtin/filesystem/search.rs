//! `search_files`: a regular expression over the files that are not ignored.

use std::cell::RefCell;
use std::io::Read;

use globset::GlobMatcher;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use serde_json::{Value, json};

use super::bounds::Bounds;
use super::error::FileError;
use super::list::{Found, glob, walk};
use super::place::Place;
use super::workspace::{Way, Workspace, plain_file};

/// Matches that one call gives.
pub const MATCHES_MAX: usize = 500;

/// Bytes of a file that is searched; larger ones are counted.
pub const SEARCHED_MAX: u64 = 8 << 20;

/// Characters of a matching line that are given.
const LINE_SHOWN: usize = 400;

/// Bytes that a compiled pattern may take.
const PATTERN_SIZE: usize = 1 << 20;

/// Bytes of an ignore file that are read.
const IGNORE_MAX: u64 = 1 << 20;

/// Files that say what is ignored, the later ones over the earlier.
const IGNORE_FILES: [&str; 2] = [".gitignore", ".ignore"];

#[derive(Deserialize)]
pub(super) struct Arguments {
    pattern: String,
    #[serde(default)]
    path: String,
    glob: Option<String>,
    #[serde(default)]
    ignore_case: bool,
    #[serde(default)]
    include_ignored: bool,
    limit: Option<usize>,
}

pub(super) fn search_files(
    workspace: &Workspace,
    args: &Arguments,
    bounds: &Bounds,
) -> Result<Value, FileError> {
    let pattern = RegexBuilder::new(&args.pattern)
        .case_insensitive(args.ignore_case)
        .size_limit(PATTERN_SIZE)
        .build()
        .map_err(|error| FileError::Pattern(error.to_string()))?;
    let place = Place::parse(&args.path)?;
    let folder = workspace.folder(&place, Way::There)?;
    let ignored = Ignored::new(workspace, &place, args.include_ignored);
    let glob = args.glob.as_deref().map(glob).transpose()?;
    let most = args.limit.unwrap_or(MATCHES_MAX).min(MATCHES_MAX);
    let mut search = Search { pattern, glob, most, bounds, found: Vec::new(), left_out: 0, too_large: 0 };
    let enter = |below: &Place| !ignored.has(below, true);
    walk(&folder, &place, bounds, 0, &enter, &mut |met| {
        if met.metadata.is_dir() {
            // What stands in an ignored folder says nothing, and may be as long as it likes.
            if !ignored.has(&met.place, true) {
                ignored.enter(met);
            }
            return Ok(());
        }
        if met.metadata.is_file() && !ignored.has(&met.place, false) { search.visit(met) } else { Ok(()) }
    })?;
    Ok(json!({
        "matches": search.found,
        "left_out": search.left_out,
        "too_large": search.too_large,
    }))
}

struct Search<'a> {
    pattern: Regex,
    glob: Option<GlobMatcher>,
    most: usize,
    bounds: &'a Bounds,
    found: Vec<Value>,
    left_out: usize,
    too_large: usize,
}

impl Search<'_> {
    fn visit(&mut self, met: &Found<'_>) -> Result<(), FileError> {
        let path = met.place.shown();
        if self.glob.as_ref().is_some_and(|glob| !glob.is_match(&path)) {
            return Ok(());
        }
        if met.metadata.len() > SEARCHED_MAX {
            self.too_large += 1;
            return Ok(());
        }
        self.bounds.check()?;
        // What is gone or became a link meanwhile is not searched.
        let Ok((file, _)) = plain_file(met.folder, met.name, &path) else {
            return Ok(());
        };
        let mut text = String::new();
        // What is no text has no lines.
        if file.take(SEARCHED_MAX).read_to_string(&mut text).is_err() {
            return Ok(());
        }
        for (number, line) in text.lines().enumerate().filter(|(_, line)| self.pattern.is_match(line)) {
            if self.found.len() == self.most {
                self.left_out += 1;
                continue;
            }
            let shown: String = line.chars().take(LINE_SHOWN).collect();
            self.found.push(json!({"path": path, "line": number + 1, "text": shown}));
        }
        Ok(())
    }
}

/// What ignore files on the way say.
struct Ignored {
    everything: bool,
    files: RefCell<Vec<(Place, Gitignore)>>,
}

impl Ignored {
    /// What the workspace's own folder and those down to `place` say.
    fn new(workspace: &Workspace, place: &Place, everything: bool) -> Self {
        let ignored = Self { everything, files: RefCell::default() };
        let mut at = Place::parse("").unwrap_or_else(|_| place.clone());
        for name in std::iter::once(None).chain(place.names().iter().map(Some)) {
            at = name.map_or(at.clone(), |name| at.below(name));
            if let Ok(folder) = workspace.folder(&at, Way::There) {
                ignored.read(&folder, &at);
            }
        }
        ignored
    }

    /// A folder that the walk goes into.
    fn enter(&self, met: &Found<'_>) {
        use cap_fs_ext::DirExt;
        if let Ok(folder) = met.folder.open_dir_nofollow(met.name) {
            self.read(&folder, &met.place);
        }
    }

    fn read(&self, folder: &cap_std::fs::Dir, at: &Place) {
        let mut builder = GitignoreBuilder::new(at.path());
        for name in IGNORE_FILES {
            let Ok((file, _)) = plain_file(folder, name, name) else {
                continue;
            };
            let mut text = String::new();
            if file.take(IGNORE_MAX).read_to_string(&mut text).is_ok() {
                for line in text.lines() {
                    // A line that cannot be read ignores nothing, as git has it.
                    let _ = builder.add_line(None, line);
                }
            }
        }
        if let Ok(rules) = builder.build()
            && !rules.is_empty()
        {
            self.files.borrow_mut().push((at.clone(), rules));
        }
    }

    /// The innermost file that speaks decides. `.git` is nobody's text.
    fn has(&self, place: &Place, is_folder: bool) -> bool {
        if self.everything {
            return false;
        }
        if place.names().last().is_some_and(|name| name == ".git") {
            return true;
        }
        let files = self.files.borrow();
        let speaking = files.iter().rev().filter(|(at, _)| place.names().starts_with(at.names()));
        for (_, rules) in speaking {
            let verdict = rules.matched(place.path(), is_folder);
            if !verdict.is_none() {
                return verdict.is_ignore();
            }
        }
        false
    }
}
