//! What sets calls off by itself, and the prompts that come of it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const CALLS: &str = "tool_calls";
const SCHEDULES: &str = "schedules";
const PROMPTS: &str = "prompts";
const HOOKS: &str = "hooks";
const DELIVERIES: &str = "hook_deliveries";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [text_null("triggered_by"), text_null("prompt"), text_null("house_id")] {
            // SQLite adds one column at a time.
            manager.alter_table(Table::alter().table(CALLS).add_column(column).take()).await?;
        }
        for table in [schedules(), prompts(), hooks(), deliveries()] {
            manager.create_table(table).await?;
        }
        let waiting = Index::create().name("prompts_waiting").table(PROMPTS).col("done_at").col("id").take();
        manager.create_index(waiting).await?;
        let by_call = Index::create().name("prompts_by_call").table(PROMPTS).col("call_id").take();
        manager.create_index(by_call).await?;
        let by_time = Index::create().name("deliveries_by_time").table(DELIVERIES).col("at").take();
        manager.create_index(by_time).await
    }
}

fn goes_with_toolset(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "toolset_id")
        .to("toolsets", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .take()
}

/// One for a tool. What a person said takes the place of what the tool's manifest says; where they said nothing, the
/// first four are NULL.
fn schedules() -> TableCreateStatement {
    Table::create()
        .table(SCHEDULES)
        .col(text("tool_id").primary_key())
        .col(text_null("toolset_id"))
        .col(text_null("schedule"))
        .col(text_null("timezone"))
        .col(text_null("prompt"))
        .col(text_null("args"))
        .col(boolean("enabled"))
        .col(text_null("chat_id"))
        .col(text_null("next_run_at"))
        .col(text_null("last_run_at"))
        .col(text_null("last_call_id"))
        .col(text_null("last_error"))
        .col(text_null("claimed_until"))
        .foreign_key(&mut goes_with_toolset(SCHEDULES))
        .take()
}

fn prompts() -> TableCreateStatement {
    Table::create()
        .table(PROMPTS)
        .col(text("id").primary_key())
        .col(text("tool_id"))
        .col(text("call_id"))
        .col(text("chat_id"))
        .col(text("text"))
        .col(text("source"))
        .col(text("created_at"))
        .col(text_null("taken_at"))
        .col(text_null("taken_until"))
        .col(text_null("done_at"))
        .take()
}

fn hooks() -> TableCreateStatement {
    Table::create()
        .table(HOOKS)
        .col(text("tool_id").primary_key())
        .col(text_null("toolset_id"))
        .col(text("token_sha256"))
        .col(text("secret"))
        .col(text("prompt"))
        .col(boolean("signed_only"))
        .col(text("created_at"))
        .col(text_null("last_used_at"))
        .foreign_key(&mut goes_with_toolset(HOOKS))
        .take()
}

/// What came in lately, by a hash, so that none of it counts twice.
fn deliveries() -> TableCreateStatement {
    Table::create().table(DELIVERIES).col(text("sha256").primary_key()).col(text("at")).take()
}
