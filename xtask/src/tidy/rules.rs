//! Who may name what. docs/ARCHITECTURE.md shows the same as a picture.

/// A thing that only some places may name.
pub(crate) struct Rule {
    /// A crate's or a module's path as Rust code names it. A dependency of that name is held to the rule as well.
    pub(crate) subject: &'static str,
    /// Paths in the repository that may name it; a folder ends in `/`.
    pub(crate) allowed: &'static [&'static str],
    pub(crate) reason: &'static str,
}

/// Which of our crates one of them may depend on.
pub(crate) struct Crate {
    pub(crate) folder: &'static str,
    /// As a dependency. Tests may use the testkit besides, where `in_tests` says so.
    pub(crate) imports: &'static [&'static str],
    pub(crate) in_tests: &'static [&'static str],
    pub(crate) reason: &'static str,
}

const TESTKIT: &[&str] = &["pegboard-testkit"];

pub(crate) const CRATES: &[Crate] = &[
    Crate {
        folder: "crates/model/",
        imports: &[],
        in_tests: &[],
        reason: "the words of the project build on nothing else of it",
    },
    Crate {
        folder: "crates/cas/",
        imports: &[],
        in_tests: &[],
        reason: "a versioned folder is of use without the rest",
    },
    Crate {
        folder: "crates/processes/",
        imports: &[],
        in_tests: &[],
        reason: "finding and ending processes is of use without the rest",
    },
    Crate {
        folder: "crates/embeddings/",
        imports: &[],
        in_tests: &[],
        reason: "sentences become vectors without the rest",
    },
    Crate {
        folder: "crates/engine/",
        imports: &["pegboard-model", "pegboard-cas", "pegboard-embeddings"],
        in_tests: TESTKIT,
        reason: "the engine knows providers only as the trait it is handed",
    },
    Crate {
        folder: "crates/providers/",
        imports: &["pegboard-model", "pegboard-cas", "pegboard-processes"],
        in_tests: TESTKIT,
        reason: "a provider knows of calls only what the trait tells it, and of folders how to get rid of one",
    },
    Crate {
        folder: "crates/mcp/",
        imports: &["pegboard-model", "pegboard-processes"],
        in_tests: TESTKIT,
        reason: "MCP is one more provider and one more edge, not a part of the engine",
    },
    Crate {
        folder: "crates/inference/",
        imports: &["pegboard-model"],
        in_tests: TESTKIT,
        reason: "whoever asks a model knows only the trait, not how it is reached",
    },
    Crate {
        folder: "crates/server/",
        imports: &[
            "pegboard-model",
            "pegboard-cas",
            "pegboard-processes",
            "pegboard-embeddings",
            "pegboard-engine",
            "pegboard-providers",
            "pegboard-mcp",
            "pegboard-inference",
        ],
        in_tests: TESTKIT,
        reason: "the server wires the others together, without what only tests need",
    },
    Crate {
        folder: "crates/bench/",
        imports: &["pegboard-model", "pegboard-embeddings"],
        in_tests: &[],
        reason: "how well tools are found is measured on the parts that decide it, without a house",
    },
    Crate {
        folder: "crates/testkit/",
        imports: &["pegboard-model", "pegboard-cas"],
        in_tests: &[],
        reason: "the testkit talks to a server as its users do, over HTTP, so that any crate may use it",
    },
    Crate {
        folder: "xtask/",
        imports: TESTKIT,
        in_tests: &[],
        reason: "the checks must not need what they check",
    },
];

const SERVER: &str = "crates/server/";
const MCP: &str = "crates/mcp/";
const INFERENCE: &str = "crates/inference/";
const ENGINE: &str = "crates/engine/";
const PROVIDERS: &str = "crates/providers/";
const CAS: &str = "crates/cas/";
const EMBEDDINGS: &str = "crates/embeddings/";
const PROCESSES: &str = "crates/processes/";
const TESTS: &str = "crates/testkit/";
const BENCH: &str = "crates/bench/";
const XTASK: &str = "xtask/";

pub(crate) const RULES: &[Rule] = &[
    Rule {
        subject: "rmcp",
        allowed: &[MCP],
        reason: "one crate knows the MCP library, so that its heavy generics are compiled once",
    },
    Rule {
        subject: "genai",
        allowed: &[INFERENCE],
        reason: "one crate knows the library that speaks to language models",
    },
    Rule {
        subject: "axum",
        allowed: &[SERVER, MCP, TESTS],
        reason: "wire formats are known at the edge only, and to what stands in for other people's servers in tests",
    },
    Rule {
        subject: "tower_http",
        allowed: &[SERVER, MCP],
        reason: "wire formats are known at the edge only",
    },
    Rule { subject: "utoipa", allowed: &[SERVER], reason: "wire formats are known at the edge only" },
    Rule { subject: "utoipa_axum", allowed: &[SERVER], reason: "wire formats are known at the edge only" },
    Rule { subject: "clap", allowed: &[SERVER, BENCH], reason: "command lines are edges of programs" },
    Rule { subject: "indicatif", allowed: &[SERVER], reason: "only the command line shows progress" },
    Rule {
        subject: "rustyline",
        allowed: &[SERVER],
        reason: "only the command line reads lines that people type",
    },
    Rule { subject: "comfy_table", allowed: &[SERVER], reason: "only the command line draws tables" },
    Rule { subject: "miette", allowed: &[SERVER], reason: "only the command line shows errors to people" },
    Rule {
        subject: "sea_orm",
        allowed: &["crates/engine/src/store.rs", "crates/engine/src/store/", "crates/engine/tests/"],
        reason: "the database is the store's own affair",
    },
    Rule {
        subject: "sea_orm_migration",
        allowed: &["crates/engine/src/store.rs", "crates/engine/src/store/", "crates/engine/tests/"],
        reason: "the database is the store's own affair",
    },
    Rule { subject: "sqlx", allowed: &[], reason: "one way to the database: through sea-orm" },
    Rule {
        subject: "rusqlite",
        allowed: &[],
        reason: "it wants another SQLite than sea-orm brings, and both cannot be linked",
    },
    Rule {
        subject: "zip",
        allowed: &[ENGINE, SERVER],
        reason: "only bundles and the download of a folder are archives",
    },
    Rule {
        subject: "command_fds",
        allowed: &[PROVIDERS],
        reason: "only runners get descriptors of their own",
    },
    Rule {
        subject: "reqwest",
        allowed: &[ENGINE, SERVER, MCP, PROVIDERS, INFERENCE, TESTS],
        reason: "words and folders need no network",
    },
    Rule {
        subject: "tokio",
        allowed: &[ENGINE, PROVIDERS, MCP, INFERENCE, SERVER, TESTS],
        reason: "the model decides and the cas works on files: both without an async runtime",
    },
    Rule {
        subject: "rayon",
        allowed: &[CAS],
        reason: "only hashing and walking use all cores; elsewhere tokio spreads the work",
    },
    Rule {
        subject: "rable",
        allowed: &["crates/model/src/shell/"],
        reason: "how a shell reads a line is known in one place",
    },
    Rule {
        subject: "rustix",
        allowed: &[CAS, PROCESSES, ENGINE, PROVIDERS, MCP, SERVER, TESTS],
        reason: "the model does no I/O",
    },
    Rule {
        subject: "landlock",
        allowed: &["crates/providers/src/confinement/"],
        reason: "how a process is bound is known in one place",
    },
    Rule {
        subject: "seccompiler",
        allowed: &["crates/providers/src/confinement/"],
        reason: "how a process is bound is known in one place",
    },
    Rule {
        subject: "bollard",
        allowed: &["crates/providers/src/container/"],
        reason: "one provider talks to the container engine",
    },
    Rule {
        subject: "tar",
        allowed: &["crates/providers/src/container/"],
        reason: "only what an image is built from is sent as a tape",
    },
    Rule {
        subject: "ammonia",
        allowed: &["crates/model/src/card/"],
        reason: "what HTML of a tool may hold is decided in one place",
    },
    Rule {
        subject: "croner",
        allowed: &["crates/model/src/schedule/", "crates/model/src/schedule.rs"],
        reason: "when something is due is decided in one place",
    },
    Rule { subject: "safetensors", allowed: &[EMBEDDINGS], reason: "one crate reads a model's weights" },
    Rule { subject: "matrixmultiply", allowed: &[EMBEDDINGS], reason: "one crate computes with them" },
    Rule {
        subject: "tempfile",
        allowed: &[CAS, ENGINE, PROVIDERS, SERVER, MCP, TESTS, XTASK],
        reason: "the model does no I/O",
    },
    Rule {
        subject: "std::fs",
        allowed: &[
            CAS,
            PROCESSES,
            EMBEDDINGS,
            ENGINE,
            PROVIDERS,
            MCP,
            SERVER,
            TESTS,
            XTASK,
            BENCH,
            "crates/model/tests/",
        ],
        reason: "the model does no I/O",
    },
    Rule {
        subject: "std::net",
        allowed: &[ENGINE, PROVIDERS, MCP, INFERENCE, SERVER, TESTS],
        reason: "the model does no I/O, and a folder needs no network",
    },
    Rule {
        subject: "std::process::Command",
        allowed: &[ENGINE, PROVIDERS, MCP, SERVER, TESTS, XTASK, "crates/cas/benches/", "crates/cas/tests/"],
        reason: "neither the model nor a folder starts programs",
    },
];

/// Dependencies that are for tests and benches alone.
pub(crate) const ONLY_IN_TESTS: &[&str] = &["criterion", "insta", "proptest", "pegboard-testkit"];

/// Names that say nothing about what a file holds.
pub(crate) const EMPTY_NAMES: &[&str] =
    &["common", "helper", "helpers", "manager", "managers", "misc", "util", "utils", "utilities"];
