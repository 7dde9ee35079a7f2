use std::fmt;

/// One breach of a rule, with where it is and what to do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// A path in the repository.
    pub(crate) path: String,
    /// From 1; 0 where the whole file is meant.
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl Finding {
    pub(crate) fn in_file(path: &str, message: impl Into<String>) -> Self {
        Self::at(path, 0, message)
    }

    pub(crate) fn at(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// What all checks found. Only errors fail the run.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) errors: Vec<Finding>,
    pub(crate) warnings: Vec<Finding>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}")?;
        }
        for error in &self.errors {
            writeln!(f, "error: {error}")?;
        }
        let (errors, warnings) = (self.errors.len(), self.warnings.len());
        writeln!(f, "tidy: {errors} errors, {warnings} warnings")
    }
}
