//! Sources of tools, each behind [`pegboard_model::provider::Provider`].

pub mod python;
