//! Private container engines for tests: each in namespaces of its own, so that it has its own networks and mounts, and nothing of it
//! outlives the process that started it.
//!
//! A test run starts them and shares them: `cargo run -p xtask -- containers -- COMMAND` names them to COMMAND in the variables of
//! [`Engine::variable`]. A test that runs on its own finds the variable unset and starts its own.
//!
//! No registry is asked for images: [`BASE_IMAGES`] are made of programs that this machine has.

mod base;
mod engine;
mod error;
mod own;
mod running;

pub use base::BASE_IMAGES;
pub use engine::{Engine, Started};
pub use error::ContainersError;
pub use running::Containers;

/// Defines a test that runs once on each engine.
///
/// ```text
/// on_each_engine!(
///     async fn an_image_is_built(engine: Containers) {
///         let house = House::start().with_containers(&engine).await;
///     }
/// );
/// ```
#[macro_export]
macro_rules! on_each_engine {
    (async fn $name:ident($engine:ident: Containers $(,)?) $body:block) => {
        async fn $name($engine: $crate::containers::Containers) $body

        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn docker() {
                if let Some(engine) = $crate::containers::Engine::Docker.ready(stringify!($name)) {
                    super::$name(engine).await;
                }
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn podman() {
                if let Some(engine) = $crate::containers::Engine::Podman.ready(stringify!($name)) {
                    super::$name(engine).await;
                }
            }
        }
    };
}
