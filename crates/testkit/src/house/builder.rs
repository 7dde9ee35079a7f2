//! How a test says which house it wants, in one sentence.

use std::future::{Future, IntoFuture};
use std::path::PathBuf;
use std::pin::Pin;

use crate::containers::Containers;
use crate::database::TestDatabase;
use crate::house::running::House;

/// A house to be.
pub struct HouseBuilder {
    database: TestDatabase,
    toolsets: Vec<String>,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
}

impl House {
    /// A house on the embedded database.
    pub fn start() -> HouseBuilder {
        Self::on(TestDatabase::Sqlite)
    }

    /// A house on this database.
    pub fn on(database: TestDatabase) -> HouseBuilder {
        HouseBuilder { database, toolsets: Vec::new(), arguments: Vec::new(), environment: Vec::new() }
    }
}

impl HouseBuilder {
    /// With this toolset of `examples/toolsets` installed.
    #[must_use]
    pub fn with_toolset(mut self, name: &str) -> Self {
        self.toolsets.push(name.to_owned());
        self
    }

    /// With these arguments for `pegboard serve`.
    #[must_use]
    pub fn with_arguments(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|argument| (*argument).to_owned()));
        self
    }

    /// With this container engine.
    #[must_use]
    pub fn with_containers(mut self, engine: &Containers) -> Self {
        self.environment.push(("DOCKER_HOST".to_owned(), engine.host().to_owned()));
        self
    }
}

impl IntoFuture for HouseBuilder {
    type Output = House;
    type IntoFuture = Pin<Box<dyn Future<Output = House> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let house = House::open(self.database, self.arguments, self.environment);
            for name in self.toolsets {
                house.import_folder(&example(&name)).await.ok();
            }
            house
        })
    }
}

/// The folder of an example toolset.
fn example(name: &str) -> PathBuf {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("this crate lies in crates/testkit").join("examples/toolsets").join(name)
}
