#![allow(clippy::unwrap_used)]
use pegboard_model::call::{CallStatus, ProviderKind};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::time::Timestamp;
use serde_json::{Map, json};

use crate::clock;
use crate::outcomes::days_ago;
use crate::record::{CallRecord, Changes, ChatRecord, FolderState, Previewable};
use crate::store::{Finished, Store};

/// A call of then, as it is before it ends.
fn call(chat: ChatId, at: Timestamp) -> CallRecord {
    CallRecord {
        id: clock::fresh(),
        chat,
        message: clock::fresh(),
        tool: "a:b".parse().unwrap(),
        toolset: Some("a".parse().unwrap()),
        provider: Some(ProviderKind::Python),
        args: Map::new(),
        status: CallStatus::Running,
        result: None,
        error: None,
        render_plan: None,
        log: None,
        caller: "test".to_owned(),
        worker: None,
        parent: None,
        triggered_by: None,
        prompt: None,
        telemetry: Default::default(),
        rule: "tests run".to_owned(),
        asked_because: None,
        created_at: at,
        started_at: Some(at),
        finished_at: None,
        pre_manifest: None,
        post_manifest: None,
        changes: Changes::default(),
        warnings: Vec::new(),
        previewable: Previewable::No,
        effect: None,
    }
}

fn end(at: Timestamp, added: &[&str]) -> Finished {
    Finished {
        result: Ok(json!(null)),
        render_plan: None,
        log: String::new(),
        started_at: Some(at),
        finished_at: at,
        post_manifest: None,
        changes: Changes {
            added: added.iter().map(|path| (*path).to_owned()).collect(),
            ..Changes::default()
        },
        warnings: Vec::new(),
    }
}

async fn store() -> (tempfile::TempDir, Store, ChatId) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(None, folder.path()).await.unwrap();
    let chat = ChatRecord {
        id: clock::fresh(),
        title: "kept".to_owned(),
        created_at: clock::now(),
        active_leaf: None,
        active_manifest: None,
        folder: FolderState::There,
    };
    let write = store.write().await.unwrap();
    write.add_chat(&chat).await.unwrap();
    write.commit().await.unwrap();
    (folder, store, chat.id)
}

async fn add(store: &Store, call: &CallRecord, end: Option<Finished>) -> CallId {
    let write = store.write().await.unwrap();
    write.add_call(call, &Fingerprint::of(["x"])).await.unwrap();
    if let Some(end) = end {
        write.finish_call(call.id, &end).await.unwrap();
    }
    write.commit().await.unwrap();
    call.id
}

/// Old calls go, but for those that did not end, changed something, or made another call that stays.
#[tokio::test]
async fn what_is_pending_or_referred_to_is_kept() {
    let (_folder, store, chat) = store().await;
    let (old, new) = (days_ago(60), days_ago(1));
    let gone = add(&store, &call(chat, old), Some(end(old, &[]))).await;
    let running = add(&store, &call(chat, old), None).await;
    let changed = add(&store, &call(chat, old), Some(end(old, &["a.txt"]))).await;
    let parent = add(&store, &call(chat, old), Some(end(old, &[]))).await;
    let child =
        add(&store, &CallRecord { parent: Some(parent), ..call(chat, new) }, Some(end(new, &[]))).await;

    assert_eq!(store.remove_calls(days_ago(30)).await.unwrap(), 1);
    assert_eq!(store.remove_calls(days_ago(30)).await.unwrap(), 0);
    assert!(store.call(gone).await.unwrap().is_none());
    for kept in [running, changed, parent, child] {
        assert!(store.call(kept).await.unwrap().is_some());
    }
    let ended = store.ended("a:b", days_ago(90)).await.unwrap();
    assert_eq!(ended.iter().map(|row| row.calls).sum::<u64>(), 4, "outcomes outlive their calls");
    assert_eq!(store.remove_outcomes(days_ago(30)).await.unwrap(), 3);
    assert_eq!(store.remove_outcomes(days_ago(30)).await.unwrap(), 0);
}
