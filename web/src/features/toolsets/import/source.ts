import { api, fetchWithToken, got, type Schemas } from '@/api/client';

export type Preview = Schemas['ToolsetPreview'];
export type Imported = Schemas['Imported'];

/** From where a toolset comes. */
export type Source =
  | { kind: 'file'; file: File }
  | { kind: 'url'; address: string; sha256?: string }
  | { kind: 'folder'; path: string };

/** Answers to what an MCP bundle asks, by variable. */
export type Answers = Record<string, string>;

/** Answers that say something; what need not be answered may stay empty. */
export function given(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''));
}

/** What people call a source. */
export function sourceLabel(source: Source): string {
  switch (source.kind) {
    case 'file':
      return source.file.name;
    case 'url':
      return source.address;
    case 'folder':
      return source.path;
  }
}

/** What is wrong with an address or a path, or `undefined`. The server decides; this only spares the way. */
export function addressFault(text: string): string | undefined {
  const url = URL.parse(text.trim());
  const web = url?.protocol === 'http:' || url?.protocol === 'https:';
  return web ? undefined : 'An address begins with http:// or https://';
}

export function pathFault(text: string): string | undefined {
  const absolute = /^(\/|[A-Za-z]:[\\/])/.test(text.trim());
  return absolute ? undefined : 'The path must be absolute, such as /home/me/toolsets/notes';
}

/** Files that were dropped or chosen: the one to import, or why there is none. */
export function archiveAmong(files: readonly File[]): Source | string {
  const [file, ...more] = files;
  if (!file) return 'Nothing that was dropped is a file. A toolset comes as a ZIP.';
  if (more.length > 0) return 'One toolset at a time, please: drop a single ZIP.';
  if (!/\.(zip|mcpb|dxt)$/i.test(file.name) && !file.type.includes('zip')) {
    return `“${file.name}” is no ZIP. A toolset comes as a ZIP with a toolset.yaml in it, or as an MCP bundle.`;
  }
  return { kind: 'file', file };
}

/** What an import would come to. Nothing is installed, and no code of the bundle runs. */
export function previewToolset(source: Source, signal: AbortSignal): Promise<Preview> {
  if (source.kind === 'file') return upload<Preview>('/toolsets/preview', { file: source.file, signal });
  return got(api.POST('/toolsets/preview', { body: request(source, {}), signal }));
}

/**
 * Installs the toolset that was looked at, and no other: an address or a folder may hold something else a moment later.
 * Its steps are told as events with `progressId`.
 */
export function importToolset(
  source: Source,
  { fingerprint }: Preview,
  answers: Answers,
  progressId: string,
): Promise<Imported> {
  const query = { progress_id: progressId, expected_fingerprint: fingerprint };
  if (source.kind === 'file') {
    return upload<Imported>(`/toolsets/import?${new URLSearchParams(query)}`, { file: source.file, answers });
  }
  return got(api.POST('/toolsets/import', { params: { query }, body: request(source, answers) }));
}

function request(source: Exclude<Source, { kind: 'file' }>, answers: Answers): Schemas['ImportRequest'] {
  return source.kind === 'url'
    ? {
        source_type: 'url',
        source_ref: source.address,
        ...(source.sha256 ? { sha256: source.sha256 } : {}),
        answers,
      }
    : { source_type: 'local', source_ref: source.path, answers };
}

interface Upload {
  file: File;
  answers?: Answers;
  signal?: AbortSignal;
}

async function upload<T>(path: string, { file, answers = {}, signal }: Upload): Promise<T> {
  const body = new FormData();
  if (Object.keys(answers).length > 0) body.append('answers', JSON.stringify(answers));
  body.append('file', file);
  const response = await fetchWithToken(path, { method: 'POST', body, ...(signal ? { signal } : {}) });
  return response.json() as Promise<T>;
}
