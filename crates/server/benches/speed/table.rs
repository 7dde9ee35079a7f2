//! The report's tables.

use std::fmt;

/// One table with its heading.
pub(crate) struct Table {
    title: &'static str,
    /// What a reader must know to read it.
    note: String,
    columns: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(
        title: &'static str,
        note: impl Into<String>,
        columns: &'static [&'static str],
    ) -> Self {
        Self { title, note: note.into(), columns, rows: Vec::new() }
    }

    /// Adds a row; cells that are not given stay empty.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        let mut cells = Vec::from(cells);
        assert!(cells.len() <= self.columns.len(), "{}: {cells:?}", self.title);
        cells.resize(self.columns.len(), String::new());
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "## {}\n\n{}\n", self.title, self.note)?;
        writeln!(out, "| {} |", self.columns.join(" | "))?;
        let numbers = "|---:".repeat(self.columns.len() - 1);
        writeln!(out, "|---{numbers}|")?;
        for row in &self.rows {
            writeln!(out, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}

/// A figure that should not be exceeded.
pub(crate) struct Goal {
    pub(crate) most: f64,
    pub(crate) unit: &'static str,
}

impl Goal {
    /// The goal and whether the figure keeps to it.
    pub(crate) fn judge(&self, figure: f64) -> String {
        let verdict = if figure <= self.most { "reached" } else { "**not reached**" };
        format!("≤ {}{}: {verdict}", self.most, self.unit)
    }
}

/// Milliseconds for people.
pub(crate) fn ms(figure: f64) -> String {
    format!("{figure:.2}")
}

/// Bytes for people.
pub(crate) fn bytes(figure: f64) -> String {
    if figure < 10e3 {
        format!("{figure:.0} B")
    } else if figure < 10e6 {
        format!("{:.0} kB", figure / 1e3)
    } else {
        format!("{:.1} MB", figure / 1e6)
    }
}

/// A number with its thousands set apart.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
