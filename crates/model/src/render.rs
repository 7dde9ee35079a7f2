//! From a tool's result to what a surface shows of it (spec 1 §5): the renderers and their configuration, the
//! interpolation of `$args`, `$return` and the like, render plans, and the injection of data into HTML templates.

mod address;
mod config;
mod expression;
mod html;
mod interpolate;
mod kind;
mod language;
mod path;
mod plan;

pub use config::{ConfigProblem, check_config};
pub use html::{inject, insert_markup};
pub use interpolate::{INTERPOLATED_MAX_BYTES, Interpolated, Scope, interpolate};
pub use kind::{RendererKind, RendererKindError};
pub use path::{PathError, relative_path};
pub use plan::{RenderPlan, Source, View};
