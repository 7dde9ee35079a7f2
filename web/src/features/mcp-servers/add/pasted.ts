import type { Schemas } from '@/api/client';

/** What somebody pasted, in the words of the server: an entry of the registry, or another client's file. */
export function requestOf(text: string): Schemas['AddServers'] {
  return isRegistryEntry(text) ? { registry_entry: text } : { config: text };
}

/** Whether a text is an entry of the MCP registry. Only JSON can be; files of clients may be YAML or have comments. */
function isRegistryEntry(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return false;
    // The registry's own answers wrap it.
    const entry =
      'server' in value && typeof value.server === 'object' && value.server ? value.server : value;
    return 'name' in entry && typeof entry.name === 'string' && ('packages' in entry || 'remotes' in entry);
  } catch {
    return false;
  }
}

/** What was chosen and answered in a preview. */
export interface Chosen {
  /** Ids that are left out. */
  without: ReadonlySet<string>;
  /** Which way of a registry entry. */
  choice: number | null;
  /** By server, then by variable. */
  answers: Readonly<Record<string, Record<string, string>>>;
}

export const nothingChosen: Chosen = { without: new Set(), choice: null, answers: {} };

/** The servers that would be added now. */
export function pickedOf(preview: Schemas['ServersPreview'], chosen: Chosen): Schemas['ProposedServer'][] {
  const ways = preview.servers.filter(({ choice }) => typeof choice === 'number');
  if (ways.length > 0) {
    const way = ways.find(({ choice }) => choice === chosen.choice) ?? ways[0];
    return way && !way.exists ? [way] : [];
  }
  return preview.servers.filter(({ exists, server }) => !exists && !chosen.without.has(server.id));
}

/** The request that adds what was picked, with the answers to what it asks. */
export function additionOf(
  request: Schemas['AddServers'],
  picked: readonly Schemas['ProposedServer'][],
  chosen: Chosen,
): Schemas['AddServers'] {
  const answers: Record<string, Record<string, string>> = {};
  for (const { server, questions } of picked) {
    const given = questions.flatMap(({ name }) => {
      const answer = chosen.answers[server.id]?.[name];
      return answer ? [[name, answer] as const] : [];
    });
    if (given.length > 0) answers[server.id] = Object.fromEntries(given);
  }
  const [first] = picked;
  if (typeof first?.choice === 'number') return { ...request, choice: first.choice, answers };
  return { ...request, only: picked.map(({ server }) => server.id), answers };
}

/** The first required question without an answer, or `null`. */
export function unanswered(picked: readonly Schemas['ProposedServer'][], chosen: Chosen): string | null {
  for (const { server, questions } of picked) {
    const open = questions.find(
      ({ name, required, default: otherwise }) =>
        required && typeof otherwise !== 'string' && !chosen.answers[server.id]?.[name],
    );
    if (open) return open.name;
  }
  return null;
}
