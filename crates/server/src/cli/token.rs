//! `pegboard token`

use clap::Subcommand;
use pegboard_model::ids::TokenId;

use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::cli::text::moment;
use crate::http::wire::page::Page;
use crate::http::wire::token::{NewToken, Scope, Token, TokenRequest};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a token and print its secret, this once
    Create {
        /// Who or what will use it
        name: String,
        /// What it may do; each scope holds those before it
        #[arg(long, value_enum, default_value_t = Scope::Run)]
        scope: Scope,
    },
    /// All tokens, without their secrets
    List,
    /// Make a token worthless, at once and for good
    Revoke { id: TokenId },
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::Create { name, scope } => {
            let token = client.post::<NewToken>(&["tokens"], &TokenRequest { name, scope }).await?;
            output.answer(&token, |output, new| {
                output.line(Tone::Plain, &new.secret);
                output.note(&format!(
                    "This is shown once. Id: {}, scope: {}",
                    new.token.id,
                    new.token.scope.as_str()
                ));
            });
        }
        Command::List => {
            let page = client.get::<Page<Token>>(&["tokens"], &[]).await?;
            output.answer(&page, |output, page| {
                output.table(["TOKEN", "NAME", "SCOPE", "MADE", "REVOKED"], page.items.iter().map(row));
            });
        }
        Command::Revoke { id } => {
            let token = client.delete::<Token>(&["tokens", &id.to_string()]).await?;
            output
                .answer(&token, |output, token| output.line(Tone::Plain, &format!("revoked {}", token.name)));
        }
    }
    Ok(())
}

fn row(token: &Token) -> [String; 5] {
    let revoked = token.revoked_at.map(moment).unwrap_or_default();
    let scope = token.scope.as_str().to_owned();
    [token.id.to_string(), token.name.clone(), scope, moment(token.created_at), revoked]
}
