#![allow(clippy::unwrap_used)]
use std::fmt::Write;

use clap::CommandFactory;

use crate::cli::Cli;

#[test]
fn the_command_line_holds_together() {
    Cli::command().debug_assert();
}

#[test]
fn help_of_every_command() {
    let mut text = String::new();
    let mut command = Cli::command().term_width(100);
    command.build();
    describe(&mut command, &mut text);
    let mut settings = insta::Settings::clone_current();
    // The variables may be set where the tests run.
    settings.add_filter(r"\[env: (\w+)=[^\]]*\]", "[env: $1]");
    settings.bind(|| insta::assert_snapshot!(text));
}

fn describe(command: &mut clap::Command, text: &mut String) {
    let help = command.render_long_help();
    writeln!(text, "$ {} --help\n{help}\n", command.get_bin_name().unwrap_or("pegboard")).unwrap();
    for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help" && !sub.is_hide_set()) {
        describe(sub, text);
    }
}
