//! Signing in to servers (OAuth 2.1 as MCP wants it).
//!
//! Discovery, registration, proof keys, issuer checks and refreshes are the protocol library's; here is where credentials
//! are kept, who signs requests with them, and the sign-ins that wait for a person to come back.

mod kept;
mod sign_ins;
mod signer;

pub(super) use kept::Store;
pub(super) use sign_ins::{Registration, SignIns};
pub(super) use signer::Signer;
