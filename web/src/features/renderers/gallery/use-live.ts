import { useQuery } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { type FileKind, kindOfName } from '../file/file-kind';
import type { FileRef } from '../file/file-ref';
import type { Source } from './entries';

/** How many of the newest calls are looked through. */
const CALLS = 200;

/** Something real to show. */
export type Live = { call: Schemas['Call'] } | { file: FileRef };

/** The newest real thing for a part of the gallery: `null` where there is none, `undefined` while that is not known. */
export function useLive(source: Source | null): Live | null | undefined {
  const wanted = source && 'calls' in source ? source.calls : null;
  const kind = source && 'files' in source ? source.files : null;
  const newest = useQuery({ ...newestCalls, enabled: wanted !== null });
  const found = newest.data?.items.find(({ renderer }) => renderer === wanted);
  const call = useQuery({ ...oneCall(found?.id ?? ''), enabled: found !== undefined });
  const listing = useQuery({ ...presentFiles, enabled: kind !== null });
  if (wanted !== null) {
    if (call.data) return { call: call.data };
    return newest.isPending || found ? undefined : null;
  }
  if (kind === null) return null;
  if (listing.isPending) return undefined;
  const file = listing.data?.files.find(({ path }) => isExample(path, kind));
  return file ? { file: { chatId: 'default', path: file.path } } : null;
}

const newestCalls = {
  queryKey: keys.callList({ gallery: CALLS }),
  queryFn: () => got(api.GET('/calls/timeline', { params: { query: { limit: CALLS } } })),
};

function oneCall(id: string) {
  return {
    queryKey: keys.call(id),
    queryFn: () => got(api.GET('/calls/{call_id}', { params: { path: { call_id: id } } })),
  };
}

const presentFiles = {
  queryKey: [...keys.workspace('default'), 'gallery'],
  queryFn: () =>
    got(api.GET('/chats/{chat_id}/workspace/files', { params: { path: { chat_id: 'default' } } })),
};

/** Whether a file shows well what its kind looks like: text is what has no other look, so no source code. */
function isExample(path: string, kind: FileKind): boolean {
  if (path.startsWith('.') || kindOfName(path) !== kind) return false;
  return kind !== 'text' || /\.(txt|log|csv)$/i.test(path);
}
