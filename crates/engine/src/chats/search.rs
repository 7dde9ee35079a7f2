//! Finding chats by what is said in them.

use pegboard_model::chat_search::{ChatQuery, Piece, said, snippet};
use pegboard_model::ids::MessageId;

use crate::core::Core;
use crate::record::{ChatRecord, Page, PageRequest};
use crate::store::StoreError;

/// A chat that was found.
#[derive(Debug, Clone)]
pub struct ChatHit {
    pub chat: ChatRecord,
    /// The latest message that says it; `None` where the title does and no message.
    pub message: Option<MessageId>,
    /// The surroundings of what was found.
    pub snippet: Vec<Piece>,
}

/// Chats that say what a person looks for, the newest first.
pub(crate) async fn search(core: &Core, query: &str, page: PageRequest) -> Result<Page<ChatHit>, StoreError> {
    let Some(query) = ChatQuery::read(query) else {
        return Ok(Page { items: Vec::new(), next: None });
    };
    let found = core.store.search_chats(&query, page).await?;
    let mut items = Vec::with_capacity(found.items.len());
    for hit in found.items {
        let Some(chat) = core.store.chat(hit.chat).await? else { continue };
        let message = match hit.message {
            Some(message) => core.store.message(message).await?,
            None => None,
        };
        let text = message.as_ref().map_or_else(|| chat.title.clone(), |message| said(&message.content));
        let snippet = snippet(&text, &query);
        items.push(ChatHit { chat, message: message.map(|message| message.id), snippet });
    }
    Ok(Page { items, next: found.next })
}
