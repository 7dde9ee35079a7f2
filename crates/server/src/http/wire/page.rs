//! Parts of lists.

use pegboard_engine::record;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A part of a list, newest first.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Page<T> {
    pub(crate) items: Vec<T>,
    /// Where the next page starts: hand it in as `cursor`. `null` on the last page.
    pub(crate) next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// A list that is always given whole.
    pub(crate) fn whole(items: Vec<T>) -> Self {
        Self { items, next_cursor: None }
    }

    pub(crate) fn of<R: Into<T>>(page: record::Page<R>) -> Self {
        Self::by(page, Into::into)
    }

    /// A part of a list whose rows are shown by `show`.
    pub(crate) fn by<R>(page: record::Page<R>, show: impl FnMut(R) -> T) -> Self {
        Self {
            items: page.items.into_iter().map(show).collect(),
            next_cursor: page.next.map(|cursor| cursor.to_string()),
        }
    }
}

/// Which part of a list is wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// Rows wanted, 1 to 500; 50 when left out.
    #[param(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<u64>,
    /// `next_cursor` of the page before.
    pub(crate) cursor: Option<String>,
}

impl PageQuery {
    /// # Errors
    /// When the cursor was not made by a list.
    pub(crate) fn request(&self) -> Result<record::PageRequest, record::CursorError> {
        let cursor = self.cursor.as_deref().map(str::parse).transpose()?;
        let limit = self.limit.unwrap_or(record::PAGE_DEFAULT);
        Ok(record::PageRequest { limit, cursor })
    }
}
