//! Tokens: made, recognised, revoked.

use pegboard_model::ids::TokenId;

use crate::engine::operations::Engine;
use crate::lookup::LookupError;
use crate::record::{Scope, TokenRecord};
use crate::store::StoreError;
use crate::tokens::{self, TokenError};

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    pub async fn authenticate(&self, secret: &str) -> Result<Option<TokenRecord>, StoreError> {
        tokens::authenticate(self.core(), secret).await
    }

    /// Makes a token; the text is its secret, which is shown this once.
    pub async fn create_token(&self, name: &str, scope: Scope) -> Result<(TokenRecord, String), TokenError> {
        tokens::create(&self.core().store, name, scope).await
    }

    pub async fn tokens(&self) -> Result<Vec<TokenRecord>, StoreError> {
        self.core().store.tokens().await
    }

    pub async fn revoke_token(&self, id: TokenId) -> Result<TokenRecord, LookupError> {
        tokens::revoke(self.core(), id).await
    }
}
