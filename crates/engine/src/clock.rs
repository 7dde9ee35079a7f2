//! Where time and randomness enter: nothing else in the engine asks the machine for either.

use pegboard_model::time::Timestamp;
use uuid::Uuid;

/// The present moment.
pub(crate) fn now() -> Timestamp {
    Timestamp::from(jiff::Timestamp::now())
}

/// A new id that sorts behind all that this process made before it.
pub(crate) fn fresh<Id: From<Uuid>>() -> Id {
    Id::from(Uuid::now_v7())
}
