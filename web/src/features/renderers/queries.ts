import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, fetchWithToken, got, type Schemas } from '@/api/client';
import { download } from '@/api/download';
import { keys } from '@/api/keys';
import { Problem } from '@/api/problem';
import { fileAddress } from '@/api/workspace-file';
import { bytes } from '@/components/moment';
import { type FileHead, headBytesOf, readHead, WHOLE_MAX_BYTES } from './file/file-bytes';
import type { FileRef } from './file/file-ref';
import { writeText } from './file/file-text';

/** A file of the workspace, at most its first part. */
export function fileQuery(chatId: string, path: string, manifestId?: string | undefined) {
  return queryOptions({
    queryKey: [...keys.workspace(chatId), 'file', path, manifestId ?? 'present'],
    queryFn: async ({ signal }): Promise<FileHead> =>
      readHead(await fetchWithToken(fileAddress(chatId, path, manifestId), { signal }), headBytesOf(path)),
    ...lasting(manifestId),
  });
}

/** A whole file of the workspace, to be played or drawn. */
export function wholeFileQuery(chatId: string, path: string, type: string, manifestId?: string | undefined) {
  return queryOptions({
    queryKey: [...keys.workspace(chatId), 'whole', path, manifestId ?? 'present', type],
    queryFn: async ({ signal }): Promise<Blob> => {
      const answer = await fetchWithToken(fileAddress(chatId, path, manifestId), { signal });
      const size = Number(answer.headers.get('Content-Length') ?? 0);
      if (size > WHOLE_MAX_BYTES) {
        await answer.body?.cancel();
        throw new Error(`${path} has ${bytes(size)}, too much to be shown here. Download it instead.`);
      }
      // The page says what it is, not the file's sender.
      return new Blob([await answer.arrayBuffer()], { type });
    },
    // Large, and quickly fetched again.
    gcTime: 30_000,
    ...lasting(manifestId),
  });
}

/** A state of the past never changes. */
function lasting(manifestId: string | undefined) {
  return manifestId ? { staleTime: Number.POSITIVE_INFINITY } : {};
}

export interface FileWriter {
  /** Writes the file, if it still is what `known` names. */
  write: (text: string, known: string | null) => Promise<{ etag: string | null }>;
  /** Fetches the file anew. */
  refresh: () => Promise<void>;
  /** Whether an error of `write` says that somebody else was faster. */
  isConflict: (error: unknown) => boolean;
}

/** Writes a file of the workspace as a person's edit. */
export function useFileWriter(chatId: string, path: string): FileWriter {
  const client = useQueryClient();
  const { queryKey } = fileQuery(chatId, path);
  return {
    async write(text, known) {
      const body = writeText(text);
      const headers: Record<string, string> = { 'Content-Type': 'application/octet-stream' };
      if (known !== null) headers['If-Match'] = known;
      const address = `${fileAddress(chatId, path)}?source=edit`;
      const written = await fetchWithToken(address, { method: 'PUT', body, headers });
      const { manifest_id } = (await written.json()) as Schemas['ManifestChange'];
      // Asked of that very state: somebody may have written again already.
      const kept = await fetchWithToken(fileAddress(chatId, path, manifest_id ?? undefined));
      await kept.body?.cancel();
      const etag = kept.headers.get('ETag');
      client.setQueryData<FileHead>(queryKey, { bytes: body, size: body.length, etag });
      return { etag };
    },
    refresh: () => client.invalidateQueries({ queryKey }),
    isConflict: (error) => error instanceof Problem && error.status === 412,
  };
}

/** Saves a file where the browser keeps downloads. */
export function downloadFile({ chatId, path, manifestId }: FileRef): Promise<void> {
  return download(fileAddress(chatId, path, manifestId), path.slice(path.lastIndexOf('/') + 1));
}

/** What is shown on the sandbox's origin. */
export type FrameContent = Schemas['FrameRequest'];

/** A workspace file as what a frame shows. */
export function fileInFrame({ chatId, path, manifestId }: FileRef): FrameContent {
  return { kind: 'file', chat_id: chatId, path, ...(manifestId ? { manifest_id: manifestId } : {}) };
}

/** Where something that a tool made can be loaded, apart from the page. */
export function frameQuery(what: FrameContent, version: string | null) {
  return queryOptions({
    queryKey: ['frames', what, version],
    queryFn: async ({ signal }) => got(api.POST('/frames', { body: await named(what, signal), signal })),
    // An address serves this one showing: it is neither refreshed under the reader nor kept.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Frames are asked for by a chat's id; elsewhere the default chat has a name as well. */
async function named(what: FrameContent, signal: AbortSignal): Promise<FrameContent> {
  if (what.kind !== 'file' || what.chat_id !== 'default') return what;
  const { id } = await got(api.GET('/chats/{chat_id}', { params: { path: { chat_id: 'default' } }, signal }));
  return { ...what, chat_id: id };
}

/** Whether a web page lets itself be framed, and may be. */
export function frameCheckQuery(url: string) {
  return queryOptions({
    queryKey: ['frames', 'check', url],
    queryFn: ({ signal }) => got(api.GET('/frames/check', { params: { query: { url } }, signal })),
    // Whether a server runs changes from one moment to the next.
    gcTime: 0,
  });
}
