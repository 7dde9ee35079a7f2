//! Servers that run elsewhere.

use std::collections::BTreeMap;

use super::fill::{Filling, either, plain};
use super::ways::{Named, RegistryChoice, RegistryWay, WAYS_MAX, Ways};
use crate::document::{At, Problems, Section};
use crate::ids::ServerId;
use crate::servers::naming::ServerIds;
use crate::servers::proposed::ProposedServer;
use crate::toolset::{McpServer, ServerScope, Transport, is_header_name};

pub(super) fn read_remote(at: &At<'_>, named: &Named, ways: &mut Ways, problems: &mut Problems) {
    let Some(section) = at.open_section(problems) else { return };
    let Some(id) = id_of(named) else { return };
    let kind = either(&section, "type", "transport_type").or_else(|| section.get("transportType"));
    let kind = kind.and_then(|at| at.text(200, problems)).unwrap_or_default();
    let Some(url_at) = section.required("url", problems) else { return };
    let Some(url) = plain(&url_at, problems) else { return };
    let mut filling = Filling::new(id.as_str());
    let url = filling.with_variables(&url, &section, problems);
    let begins = ["https://", "http://", "${"].iter().any(|start| url.starts_with(start));
    if !begins || url.chars().any(|c| c.is_whitespace() || c.is_control()) {
        url_at.problem(
            problems,
            "expected an address that begins with http:// or https:// and holds no spaces",
        );
        return;
    }
    let headers = read_headers(&section, &mut filling, problems);
    let label = format!("remote {url}");
    let transport = match kind.as_str() {
        "sse" => Transport::Sse { url, headers },
        "streamable-http" | "streamable" | "http" | "" => Transport::StreamableHttp { url, headers },
        other => {
            let shown: String = other.chars().filter(|c| !c.is_control()).take(40).collect();
            ways.leave_out(at, format!("no transport is called `{shown}`"));
            return;
        }
    };
    ways.choices.push(choice(label, id, named, transport, filling));
}

fn read_headers(
    section: &Section<'_>,
    filling: &mut Filling,
    problems: &mut Problems,
) -> BTreeMap<String, String> {
    let mut headers = BTreeMap::new();
    for at in section.list("headers", WAYS_MAX, problems) {
        let Some(header) = at.open_section(problems) else { continue };
        let Some(name_at) = header.required("name", problems) else { continue };
        let Some(name) = name_at.text(200, problems) else { continue };
        if !is_header_name(&name) {
            name_at.problem(problems, "this cannot be the name of a header");
            continue;
        }
        check_value(&header, problems);
        let value = filling.text(&name, &header, None, problems);
        headers.insert(name, value);
    }
    headers
}

/// A value that is no single line would end the header.
fn check_value(header: &Section<'_>, problems: &mut Problems) {
    if let Some(at) = header.get("value")
        && let Some(value) = at.text(crate::toolset::VALUE_MAX, problems)
        && value.chars().any(char::is_control)
    {
        at.problem(problems, "a header's value is one line");
    }
}

/// The id for a server of this entry.
pub(super) fn id_of(named: &Named) -> Option<ServerId> {
    ServerIds::default().id_for(named.short())
}

/// A way that adds a server.
pub(super) fn choice(
    label: String,
    id: ServerId,
    named: &Named,
    transport: Transport,
    filling: Filling,
) -> RegistryChoice {
    let server = McpServer {
        id,
        transport,
        enabled: true,
        requires_confirmation: None,
        scope: ServerScope::Shared,
        lazy: true,
    };
    let proposed = ProposedServer {
        title: named.title(),
        renamed_from: None,
        server,
        secrets: filling.values,
        questions: filling.questions,
        notes: filling.notes,
    };
    RegistryChoice { label, way: RegistryWay::Server(Box::new(proposed)) }
}
