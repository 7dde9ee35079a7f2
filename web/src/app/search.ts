/**
 * What an address may say after its `?`. Whatever else stands there is left out: anyone can write an address.
 * The router hands a page the rest as well, so pages read theirs by these functions (`useSearch({ …, select })`).
 */

type Raw = Record<string, unknown>;

export const callStatuses = ['pending', 'running', 'success', 'error'] as const;

/** How far back a page looks. */
export const ranges = ['1h', '6h', '24h', '7d', '30d'] as const;
export type Range = (typeof ranges)[number];

/** Which calls the timeline shows. A range counts from now; `since` and `until` are fixed moments. */
export type CallsSearch = {
  status?: (typeof callStatuses)[number];
  tool?: string;
  toolset?: string;
  chat?: string;
  range?: Range;
  since?: string;
  until?: string;
};

/** What the list of toolsets begins with: the palette opens the import this way. */
export type ToolsetsSearch = {
  dialog?: 'import';
  /** The address that stands in the import's field then, and the hash that its file must have. */
  from?: string;
  sha256?: string;
};

/** What the charts show. */
export type ActivitySearch = {
  range?: Range;
  tool?: string;
  toolset?: string;
};

export const toolKinds = ['builtin', 'toolset', 'mcp_server'] as const;

/** What toolsets' own tools are written for. */
export const toolProviders = ['python', 'node', 'container'] as const;

/** What a list of tools can be narrowed to. */
export const toolMarks = ['renderer', 'confirmation', 'settings', 'disabled', 'problem'] as const;

/** Which tools the list shows. */
export type ToolsSearch = {
  q?: string;
  kind?: (typeof toolKinds)[number];
  provider?: (typeof toolProviders)[number];
  /** A toolset's id, or `TOOLSET~SERVER`. */
  source?: string;
  mark?: (typeof toolMarks)[number];
};

export const toolTabs = [
  'run',
  'settings',
  'image',
  'triggers',
  'numbers',
  'overrides',
  'definition',
] as const;

/** Which part of a tool's page is shown, and the chat that it is to run in. */
export type ToolSearch = {
  tab?: (typeof toolTabs)[number];
  chat?: string;
};

const LONGEST = 500;

function text(value: unknown): string | undefined {
  // The router reads `?tool=1` as a number.
  const found = typeof value === 'number' ? String(value) : value;
  return typeof found === 'string' && found !== '' && found.length <= LONGEST ? found : undefined;
}

/** Longer than other texts: as long as the server's paths. */
function path(value: unknown): string | undefined {
  const found = typeof value === 'number' ? String(value) : value;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function oneOf<T extends string>(all: readonly T[], value: unknown): T | undefined {
  return all.find((one) => one === value);
}

function moment(value: unknown): string | undefined {
  const found = text(value);
  if (found === undefined || Number.isNaN(Date.parse(found))) return undefined;
  return new Date(found).toISOString();
}

function uuid(value: unknown): string | undefined {
  const found = text(value);
  return found && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(found) ? found : undefined;
}

/** Leaves out what is not there, so that addresses stay short and equal filters are equal. */
function present<T extends object>(search: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
}

export function callsSearch(raw: Raw): CallsSearch {
  const range = oneOf(ranges, raw.range);
  return present<CallsSearch>({
    status: oneOf(callStatuses, raw.status),
    tool: text(raw.tool),
    toolset: text(raw.toolset),
    chat: uuid(raw.chat),
    range,
    since: range ? undefined : moment(raw.since),
    until: range ? undefined : moment(raw.until),
  });
}

export function toolsetsSearch(raw: Raw): ToolsetsSearch {
  const from = text(raw.from);
  const sha256 = text(raw.sha256);
  return present<ToolsetsSearch>({
    dialog: oneOf(['import'], raw.dialog),
    from: from && /^https?:\/\//.test(from) ? from : undefined,
    sha256: sha256 && /^[0-9a-f]{64}$/i.test(sha256) ? sha256 : undefined,
  });
}

export function activitySearch(raw: Raw): ActivitySearch {
  return present<ActivitySearch>({
    range: oneOf(ranges, raw.range),
    tool: text(raw.tool),
    toolset: text(raw.toolset),
  });
}

export function toolsSearch(raw: Raw): ToolsSearch {
  return present<ToolsSearch>({
    q: text(raw.q),
    kind: oneOf(toolKinds, raw.kind),
    provider: oneOf(toolProviders, raw.provider),
    source: text(raw.source),
    mark: oneOf(toolMarks, raw.mark),
  });
}

export function toolSearch(raw: Raw): ToolSearch {
  return present<ToolSearch>({ tab: oneOf(toolTabs, raw.tab), chat: uuid(raw.chat) });
}

/** Which chats are listed: all, those that say something, or those that were deleted. */
export type ChatsSearch = {
  q?: string;
  view?: 'deleted';
};

export function chatsSearch(raw: Raw): ChatsSearch {
  return present<ChatsSearch>({ q: text(raw.q), view: oneOf(['deleted'], raw.view) });
}

/** The message that a chat is opened at. */
export type ChatSearch = {
  message?: string;
};

export function chatSearch(raw: Raw): ChatSearch {
  return present<ChatSearch>({ message: uuid(raw.message) });
}

export const scheduleTabs = ['schedules', 'prompts'] as const;
export const promptStatuses = ['waiting', 'taken', 'done'] as const;

/** Which part of the schedules is shown, and where its prompts stand. */
export type SchedulesSearch = {
  tab?: (typeof scheduleTabs)[number];
  prompts?: (typeof promptStatuses)[number];
};

export function schedulesSearch(raw: Raw): SchedulesSearch {
  return present<SchedulesSearch>({
    tab: oneOf(scheduleTabs, raw.tab),
    prompts: oneOf(promptStatuses, raw.prompts),
  });
}

/** Whether a worker that is not there yet is to be written. */
export type WorkerSearch = {
  new?: true;
};

export function workerSearch(raw: Raw): WorkerSearch {
  return raw.new === true || raw.new === 'true' ? { new: true } : {};
}

const MS: Record<Range, number> = {
  '1h': 3_600_000,
  '6h': 21_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
};

/** When a range begins. */
export function beginOf(range: Range, now: number): string {
  return new Date(now - MS[range]).toISOString();
}

/** What the workspace shows: a file, and which state of it. */
export type WorkspaceSearch = {
  path?: string;
  manifest?: string;
};

export function workspaceSearch(raw: Raw): WorkspaceSearch {
  return present<WorkspaceSearch>({
    path: path(raw.path),
    manifest: uuid(raw.manifest),
  });
}
