//! The modules of one crate and what each names, from its `mod` declarations.

use std::collections::BTreeMap;

use proc_macro2::TokenTree;

use super::house::House;
use super::paths::{self, Import, Paths, Reach, Visibility};
use super::tokens::{self, is_ident, is_punct, word};

/// A module's path from the root of its crate; the root's is empty.
pub(crate) type ModulePath = Vec<String>;

#[derive(Debug)]
pub(crate) struct Module {
    /// Where it is written.
    pub(crate) file: String,
    pub(crate) paths: Paths,
}

/// All modules below one `lib.rs` or `main.rs`, without test code.
#[derive(Debug)]
pub(crate) struct ModuleTree {
    pub(crate) modules: BTreeMap<ModulePath, Module>,
}

impl ModuleTree {
    /// Reads the crate whose root is the file `root`.
    pub(crate) fn read(house: &House, root: &str) -> Self {
        let mut tree = Self { modules: BTreeMap::new() };
        if let Some(file) = house.file(root) {
            let tokens = tokens::without_tests(&tokens::read(&file.text));
            let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
            tree.add(house, folder, &[], root, &tokens);
        }
        tree
    }

    fn add(&mut self, house: &House, folder: &str, path: &[String], file: &str, tokens: &[TokenTree]) {
        let (children, own) = split_modules(tokens);
        let paths = paths::read(&own);
        let file = file.to_owned();
        self.modules.insert(path.to_vec(), Module { file: file.clone(), paths });
        for child in children {
            let mut child_path = path.to_vec();
            child_path.push(child.name);
            if let Some(body) = child.body {
                self.add(house, folder, &child_path, &file, &body);
                continue;
            }
            let child_file = format!("{folder}/{}.rs", child_path.join("/"));
            // A missing file is the compiler's to report.
            if let Some(source) = house.file(&child_file) {
                let tokens = tokens::without_tests(&tokens::read(&source.text));
                self.add(house, folder, &child_path, &child_file, &tokens);
            }
        }
    }

    /// The modules that code in `from` depends on by naming `segments` there.
    pub(crate) fn targets(&self, from: &[String], segments: &[String]) -> Vec<ModulePath> {
        self.absolute(from, segments).map_or_else(Vec::new, |path| self.owners(&path, MAX_HOPS))
    }

    /// Like `segments`, but from the crate's root; nothing for what lies outside the crate.
    fn absolute(&self, from: &[String], segments: &[String]) -> Option<Vec<String>> {
        let (first, rest) = segments.split_first()?;
        let start = match first.as_str() {
            "crate" => Vec::new(),
            "self" => from.to_vec(),
            "super" => {
                let parent = from.get(..from.len().checked_sub(1)?)?;
                let after: Vec<String> = rest.to_vec();
                return if after.first().is_some_and(|next| next == "super") {
                    self.absolute(parent, &after)
                } else {
                    Some([parent, &after].concat())
                };
            }
            name if self.has_child(from, name) => [from, &[name.to_owned()]].concat(),
            name => self.imported(from, name)?,
        };
        Some([start.as_slice(), rest].concat())
    }

    fn has_child(&self, module: &[String], name: &str) -> bool {
        self.modules.contains_key(&[module, &[name.to_owned()]].concat())
    }

    /// The path that a `use` in `module` gave the name `name`.
    fn imported(&self, module: &[String], name: &str) -> Option<Vec<String>> {
        let imports = &self.modules.get(module)?.paths.imports;
        let import = imports.iter().find(|import| import.name.as_deref() == Some(name))?;
        // `use name;` or `use name::…` of another crate names nothing of ours.
        let first = import.segments.first()?;
        (first != name || self.has_child(module, first)).then_some(())?;
        self.absolute(module, &import.segments)
    }

    /// The module in which the item at an absolute path stands. Through a re-export of the root, where that leads.
    fn owners(&self, path: &[String], hops: usize) -> Vec<ModulePath> {
        let deepest = (0..=path.len())
            .rev()
            .find(|&length| path.get(..length).is_some_and(|module| self.modules.contains_key(module)));
        let Some((module, rest)) = deepest.and_then(|length| path.split_at_checked(length)) else {
            return Vec::new();
        };
        let (true, Some((name, after)), Some(hops)) =
            (module.is_empty(), rest.split_first(), hops.checked_sub(1))
        else {
            return vec![module.to_vec()];
        };
        if let Some(target) = self.imported(&[], name) {
            return self.owners(&[target.as_slice(), after].concat(), hops);
        }
        let from_globs: Vec<ModulePath> = self
            .root_globs()
            .filter_map(|glob| self.absolute(&[], &glob.segments))
            .flat_map(|target| self.owners(&target, hops))
            .collect();
        if from_globs.is_empty() { vec![Vec::new()] } else { from_globs }
    }

    fn root_globs(&self) -> impl Iterator<Item = &Import> {
        let imports = self.modules.get(&Vec::new() as &ModulePath).map(|root| &root.paths.imports);
        imports
            .into_iter()
            .flatten()
            .filter(|import| import.reach == Reach::Glob && import.visibility == Visibility::Public)
    }
}

/// How many re-exports are followed; longer chains do not occur and circles must end.
const MAX_HOPS: usize = 8;

struct Child {
    name: String,
    /// Of an inline module.
    body: Option<Vec<TokenTree>>,
}

/// The modules declared at the top of `tokens`, and everything else.
fn split_modules(tokens: &[TokenTree]) -> (Vec<Child>, Vec<TokenTree>) {
    let mut children = Vec::new();
    let mut own = Vec::new();
    let mut rest = tokens;
    while let Some((first, tail)) = rest.split_first() {
        if let ([name, end, after @ ..], true) = (tail, is_ident(first, "mod"))
            && let Some(name) = word(name)
        {
            let body = match end {
                TokenTree::Group(group) => Some(group.stream().into_iter().collect()),
                _ => None,
            };
            if body.is_some() || is_punct(end, ';') {
                children.push(Child { name, body });
                rest = after;
                continue;
            }
        }
        own.push(first.clone());
        rest = tail;
    }
    (children, own)
}
