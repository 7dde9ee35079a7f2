//! One server to talk to: requests with everything the protocol wants of them.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::timeout;

use super::ask::{Asker, capabilities_of, client_info};
use super::exchange::{Exchange, Ticket};
use super::fault::RequestError;
use super::transport::{Outgoing, Sending, Wire};
use crate::rpc::{Era, Message, Notification, ProtocolVersion, meta, method};

/// From which level on a 2026-07-28 server's log messages are wanted while a call runs.
const LOG_LEVEL: &str = "info";

/// A server that is connected.
#[derive(Debug)]
pub(super) struct Peer {
    pub(super) exchange: Arc<Exchange>,
    pub(super) wire: Wire,
    version: OnceLock<ProtocolVersion>,
}

/// What to ask.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    pub(super) method: String,
    pub(super) params: Value,
    /// Whose call it is, where it is one.
    pub(super) asker: Option<Asker>,
    /// Headers that its tool wants of its arguments.
    pub(super) param_headers: Vec<(String, String)>,
}

/// A request that is out. Dropped, nobody waits for its answer.
#[derive(Debug)]
pub(super) struct InFlight {
    ticket: Ticket,
    _sending: Sending,
}

impl Ask {
    /// A request that is no call.
    pub(super) fn new(method: impl Into<String>, params: Value) -> Self {
        Self { method: method.into(), params, asker: None, param_headers: Vec::new() }
    }
}

impl Peer {
    /// A server of which nothing is known yet.
    pub(super) fn new(exchange: Arc<Exchange>, wire: Wire) -> Self {
        Self { exchange, wire, version: OnceLock::new() }
    }

    /// Says which version is spoken from now on.
    pub(super) fn agreed(&self, version: ProtocolVersion) {
        let _was_agreed = self.version.set(version);
        self.wire.agreed(version);
    }

    /// How the two know each other; until it is agreed, as in a handshake.
    pub(super) fn era(&self) -> Era {
        self.version.get().map_or(Era::Handshake, |version| version.era())
    }

    /// Asks, and waits for the answer for at most so long.
    pub(super) async fn request(&self, ask: Ask, limit: Duration) -> Result<Value, RequestError> {
        let asking = async {
            let mut in_flight = self.begin(ask).await?;
            in_flight.answer().await
        };
        timeout(limit, asking).await.unwrap_or(Err(RequestError::Timeout(limit)))
    }

    /// Sends a request.
    pub(super) async fn begin(&self, ask: Ask) -> Result<InFlight, RequestError> {
        self.begin_as(ask, self.version.get().copied()).await
    }

    /// Sends a request that speaks a version which need not be agreed yet.
    pub(super) async fn begin_as(
        &self,
        ask: Ask,
        version: Option<ProtocolVersion>,
    ) -> Result<InFlight, RequestError> {
        let ticket = self.exchange.begin(ask.asker.clone())?;
        let stated = version.filter(|version| version.era() == Era::Stateless);
        let params = dressed(ask.params, ticket.id, ask.asker.as_ref(), stated);
        let mut outgoing = Outgoing::new(ticket.id, &ask.method, params);
        outgoing.param_headers = ask.param_headers;
        let sending = self.wire.ask(outgoing).await?;
        Ok(InFlight { ticket, _sending: sending })
    }

    /// Sends a notification.
    pub(super) async fn notify(&self, method: &str, params: Value) -> Result<(), RequestError> {
        self.wire.tell(&Message::Notification(Notification::new(method, params))).await
    }

    /// Tells the server that the answer to a request is not wanted any more.
    pub(super) async fn cancel(&self, in_flight: &InFlight, reason: &str) {
        // Over HTTP a request of 2026-07-28 is cancelled by closing its stream, which dropping it does.
        if self.era() == Era::Stateless && matches!(self.wire, Wire::Http(_)) {
            return;
        }
        let params = json!({"requestId": in_flight.ticket.id, "reason": reason});
        if let Err(error) = self.notify(method::CANCELLED, params).await {
            tracing::debug!(%error, "a cancellation did not reach its server");
        }
    }
}

impl InFlight {
    /// Waits for the answer.
    pub(super) async fn answer(&mut self) -> Result<Value, RequestError> {
        self.ticket.answer().await
    }
}

/// The parameters with what the protocol wants beside them.
fn dressed(params: Value, id: i64, asker: Option<&Asker>, version: Option<ProtocolVersion>) -> Value {
    if asker.is_none() && version.is_none() {
        return params;
    }
    let mut params = match params {
        Value::Object(params) => params,
        _ => Map::new(),
    };
    let mut extra = match params.remove(meta::META) {
        Some(Value::Object(extra)) => extra,
        _ => Map::new(),
    };
    if asker.is_some() {
        extra.insert(meta::PROGRESS_TOKEN.to_owned(), json!(id));
    }
    if let Some(version) = version {
        extra.insert(meta::PROTOCOL_VERSION.to_owned(), json!(version.as_str()));
        extra.insert(meta::CLIENT_INFO.to_owned(), client_info());
        extra.insert(meta::CLIENT_CAPABILITIES.to_owned(), capabilities_of(asker));
        if asker.is_some() {
            extra.insert(meta::LOG_LEVEL.to_owned(), json!(LOG_LEVEL));
        }
    }
    params.insert(meta::META.to_owned(), Value::Object(extra));
    Value::Object(params)
}
