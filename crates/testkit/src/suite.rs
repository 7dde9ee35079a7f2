//! One suite, every database.

/// Defines a test that runs once on each database.
///
/// ```text
/// on_each_database!(
///     async fn a_call_is_a_commit(house: HouseBuilder) {
///         let house = house.with_toolset("app-builder").await;
///     }
/// );
/// ```
#[macro_export]
macro_rules! on_each_database {
    (async fn $name:ident($house:ident: HouseBuilder) $body:block) => {
        async fn $name($house: $crate::HouseBuilder) $body

        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                if let Some(database) = $crate::Database::Sqlite.ready(stringify!($name)) {
                    super::$name($crate::House::on(database)).await;
                }
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                if let Some(database) = $crate::Database::Postgres.ready(stringify!($name)) {
                    super::$name($crate::House::on(database)).await;
                }
            }
        }
    };
}
