//! Languages by file name, for the code renderer's `auto`.

/// The language when nothing better is known.
pub(crate) const PLAIN: &str = "text";

const BY_NAME: [(&str, &str); 5] = [
    ("dockerfile", "dockerfile"),
    ("makefile", "makefile"),
    ("cmakelists.txt", "cmake"),
    ("gemfile", "ruby"),
    ("rakefile", "ruby"),
];

const BY_ENDING: [(&str, &str); 61] = [
    ("bash", "shell"),
    ("bat", "batch"),
    ("c", "c"),
    ("cc", "cpp"),
    ("cjs", "javascript"),
    ("clj", "clojure"),
    ("cpp", "cpp"),
    ("cs", "csharp"),
    ("css", "css"),
    ("csv", "csv"),
    ("cts", "typescript"),
    ("dart", "dart"),
    ("diff", "diff"),
    ("ex", "elixir"),
    ("exs", "elixir"),
    ("go", "go"),
    ("graphql", "graphql"),
    ("h", "c"),
    ("hpp", "cpp"),
    ("hs", "haskell"),
    ("htm", "html"),
    ("html", "html"),
    ("ini", "ini"),
    ("ipynb", "json"),
    ("java", "java"),
    ("jl", "julia"),
    ("js", "javascript"),
    ("json", "json"),
    ("jsonc", "json"),
    ("jsx", "jsx"),
    ("kt", "kotlin"),
    ("less", "less"),
    ("lua", "lua"),
    ("markdown", "markdown"),
    ("md", "markdown"),
    ("mjs", "javascript"),
    ("mts", "typescript"),
    ("patch", "diff"),
    ("php", "php"),
    ("pl", "perl"),
    ("ps1", "powershell"),
    ("py", "python"),
    ("pyi", "python"),
    ("r", "r"),
    ("rb", "ruby"),
    ("rs", "rust"),
    ("sass", "sass"),
    ("scala", "scala"),
    ("scss", "scss"),
    ("sh", "shell"),
    ("sql", "sql"),
    ("svg", "xml"),
    ("swift", "swift"),
    ("toml", "toml"),
    ("ts", "typescript"),
    ("tsx", "tsx"),
    ("vue", "vue"),
    ("xml", "xml"),
    ("yaml", "yaml"),
    ("yml", "yaml"),
    ("zsh", "shell"),
];

/// The language of a file by its name; [`PLAIN`] when it is not known.
pub(crate) fn of_file(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    if let Some((_, language)) = BY_NAME.iter().find(|(known, _)| *known == name) {
        return language;
    }
    name.rsplit_once('.')
        .and_then(|(_, ending)| BY_ENDING.iter().find(|(known, _)| *known == ending))
        .map_or(PLAIN, |(_, language)| *language)
}

#[cfg(test)]
mod tests {
    use super::of_file;

    #[test]
    fn by_ending_by_name_and_unknown() {
        assert_eq!(of_file("a/b.py"), "python");
        assert_eq!(of_file("B.RS"), "rust");
        assert_eq!(of_file("build/Dockerfile"), "dockerfile");
        assert_eq!(of_file("x.y/plain"), "text");
        assert_eq!(of_file("a."), "text");
        assert_eq!(of_file(""), "text");
    }
}
