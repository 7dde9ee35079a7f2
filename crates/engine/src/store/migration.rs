//! Migrations run at start, forward only. A released one is never changed; a new one is added behind it.

mod m0001_first;
mod m0002_saved_inputs;
mod m0003_call_figures;
mod m0004_servers;
mod m0005_grants;
mod m0006_needs_approval;
mod m0007_workers;
mod m0008_effects;
mod m0009_chests;
mod m0010_call_workers;
mod m0012_config;
mod m0014_schedules;
mod m0015_outcomes;
mod m0016_budgets;
mod m0017_relevance;
mod m0018_containers;
mod m0019_replies;
mod m0020_models;
mod m0021_deletions;
mod m0022_untitled;
mod m0023_chat_search;
mod m0024_pictures;

use sea_orm_migration::{MigrationTrait, MigratorTrait};

pub(crate) struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_first::Migration),
            Box::new(m0002_saved_inputs::Migration),
            Box::new(m0003_call_figures::Migration),
            Box::new(m0004_servers::Migration),
            Box::new(m0005_grants::Migration),
            Box::new(m0006_needs_approval::Migration),
            Box::new(m0007_workers::Migration),
            Box::new(m0008_effects::Migration),
            Box::new(m0009_chests::Migration),
            Box::new(m0010_call_workers::Migration),
            Box::new(m0012_config::Migration),
            Box::new(m0014_schedules::Migration),
            Box::new(m0015_outcomes::Migration),
            Box::new(m0016_budgets::Migration),
            Box::new(m0017_relevance::Migration),
            Box::new(m0018_containers::Migration),
            Box::new(m0019_replies::Migration),
            Box::new(m0020_models::Migration),
            Box::new(m0021_deletions::Migration),
            Box::new(m0022_untitled::Migration),
            Box::new(m0023_chat_search::Migration),
            Box::new(m0024_pictures::Migration),
        ]
    }
}
