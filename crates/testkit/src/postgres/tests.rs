#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::net::TcpStream;

use super::*;

/// The server, or `None` with a word about it where PostgreSQL is not installed.
fn server() -> Option<Postgres> {
    match Postgres::start() {
        Ok(server) => Some(server),
        Err(PostgresError::NotInstalled) => {
            eprintln!("left out: {}", PostgresError::NotInstalled);
            None
        }
        Err(other) => panic!("{other}"),
    }
}

fn own_server() -> Option<OwnServer> {
    Programs::find().map(|programs| OwnServer::start(&programs).unwrap())
}

#[test]
fn postgres_gives_every_caller_a_database_of_its_own() {
    let Some(server) = server() else { return };
    let first = server.database_url("Same name!").unwrap();
    let second = server.database_url("Same name!").unwrap();
    assert_ne!(first, second);

    let on = |url: &str, statement: &str| {
        let there = Postgres { server: Url::parse(url).unwrap(), psql: server.psql.clone(), _own: None };
        there.execute(statement)
    };
    on(&first, "CREATE TABLE only_here (id int)").unwrap();
    on(&first, "SELECT * FROM only_here").unwrap();
    let error = on(&second, "SELECT * FROM only_here").unwrap_err();
    assert!(error.to_string().contains("only_here"), "{error}");
}

#[test]
fn postgres_leaves_neither_process_nor_folder_behind() {
    let Some(own) = own_server() else { return };
    let address = (Ipv4Addr::LOCALHOST, own.port);
    let folder = own._folder.path().to_path_buf();
    TcpStream::connect(address).unwrap();
    drop(own);
    assert!(TcpStream::connect(address).is_err());
    assert!(!folder.exists());
}

/// What the kernel does to our end of the pipe when we are killed, without the rest of `drop`.
#[test]
fn postgres_ends_when_only_the_pipe_is_closed() {
    let Some(mut own) = own_server() else { return };
    let address = (Ipv4Addr::LOCALHOST, own.port);
    let folder = own._folder.path().to_path_buf();
    drop(own.signal.take());
    own.keeper.wait().unwrap();
    assert!(TcpStream::connect(address).is_err());
    assert!(!folder.exists(), "the keeper removes the folder itself");
}

#[test]
fn postgres_that_cannot_start_says_why() {
    let Some(programs) = Programs::find() else {
        return;
    };
    let broken = Programs { initdb: "/bin/false".into(), ..programs };
    assert!(matches!(OwnServer::start(&broken), Err(PostgresError::Initdb(_))));
}

#[test]
fn database_names_are_plain_and_short_enough() {
    let name = database_name("Übung/'; DROP DATABASE postgres; --", Uuid::now_v7());
    assert!(name.len() <= 63, "{name}");
    assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
}
