import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, fetchWithToken, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { fileAddress } from '@/api/workspace-file';
import { tell, tellProblem } from '@/components/notices';
import { baseName } from './paths';

export type Manifest = Schemas['Manifest'];
export type Files = Schemas['Files'];
type Change = Schemas['ManifestChange'];

const PAGE = 100;

/** A state never changes; only the active one does. */
function lifetime(manifest: string | undefined): number {
  return manifest ? Number.POSITIVE_INFINITY : 30_000;
}

/** The files at a state, or as they are now. */
export function useFiles(chat: string, manifest?: string) {
  return useQuery({
    queryKey: [...keys.workspace(chat), 'files', manifest ?? 'active'],
    queryFn: () =>
      got(
        api.GET('/chats/{chat_id}/workspace/files', {
          params: { path: { chat_id: chat }, query: manifest ? { manifest_id: manifest } : {} },
        }),
      ),
    staleTime: lifetime(manifest),
    placeholderData: (before) => before,
  });
}

/** The states, newest first, a page at a time. */
export function useHistory(chat: string) {
  return useInfiniteQuery({
    queryKey: [...keys.workspace(chat), 'history'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      got(
        api.GET('/chats/{chat_id}/workspace/manifests', {
          params: {
            path: { chat_id: chat },
            query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
          },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** What differs between two states. */
export function useDiff(chat: string, from: string | undefined, to: string | undefined) {
  return useQuery({
    queryKey: [...keys.workspace(chat), 'diff', from, to ?? 'active'],
    queryFn: () =>
      got(
        api.GET('/chats/{chat_id}/workspace/diff', {
          params: { path: { chat_id: chat }, query: { from: from ?? '', ...(to ? { to } : {}) } },
        }),
      ),
    enabled: from !== undefined,
    staleTime: lifetime(to),
  });
}

/** Texts longer than this are not compared on the page. */
const TEXT_MAX = 512 * 1024;

/** One side of a comparison. */
export type Side = { is: 'text'; text: string } | { is: 'binary' } | { is: 'too large' };

/** A file's text at a state; an empty one where it is not there. */
export function sideOptions(chat: string, path: string, manifest: string | null) {
  return queryOptions({
    queryKey: [...keys.workspace(chat), 'side', path, manifest],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Side> => {
      const response = await fetchWithToken(fileAddress(chat, path, manifest), { signal });
      if (Number(response.headers.get('Content-Length')) > TEXT_MAX) return { is: 'too large' };
      const content = await response.arrayBuffer();
      if (content.byteLength > TEXT_MAX) return { is: 'too large' };
      return readText(content);
    },
  });
}

function readText(content: ArrayBuffer): Side {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? { is: 'binary' } : { is: 'text', text };
  } catch {
    return { is: 'binary' };
  }
}

/** The changes that people make, each with its way back. */
export function useChanges(chat: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.workspace(chat) });
  const restore = useMutation({
    mutationFn: (manifest: string) =>
      got(
        api.POST('/chats/{chat_id}/workspace/restore', {
          params: { path: { chat_id: chat } },
          body: { manifest_id: manifest },
        }),
      ),
    onSuccess: () => tell('The workspace is as it was then.'),
    onError: tellProblem,
    onSettled: refresh,
  });

  /** Where the workspace stood before a change, to come back to. */
  const before = () => {
    const files = client.getQueryData<Files>([...keys.workspace(chat), 'files', 'active']);
    return files?.manifest_id ?? null;
  };
  const done = (text: string, back: string | null) =>
    tell(text, back ? { label: 'Undo', run: () => restore.mutate(back) } : undefined);

  const upload = useMutation({
    mutationFn: async ({ files, folder }: { files: readonly File[]; folder: string }) => {
      const back = before();
      for (const file of files) {
        const path = folder ? `${folder}/${file.name}` : file.name;
        await fetchWithToken(fileAddress(chat, path), { method: 'PUT', body: file });
      }
      done(
        files.length === 1 ? `${files[0]?.name} is uploaded.` : `${files.length} files are uploaded.`,
        back,
      );
    },
    onError: tellProblem,
    onSettled: refresh,
  });
  const create = useMutation({
    mutationFn: (path: string) =>
      fetchWithToken(`${fileAddress(chat, path)}?source=edit`, { method: 'PUT', body: '' }),
    onSuccess: (_, path) => tell(`${baseName(path)} is made.`),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: async ({ path, kind }: { path: string; kind: 'file' | 'folder' }): Promise<void> => {
      const back = before();
      const query = kind === 'folder' ? '?recursive=true' : '';
      await fetchWithToken(fileAddress(chat, path) + query, { method: 'DELETE' });
      done(`${baseName(path)} is deleted.`, back);
    },
    onError: tellProblem,
    onSettled: refresh,
  });
  const move = useMutation({
    mutationFn: async ({ from, to }: { from: string; to: string }): Promise<Change> => {
      const back = before();
      const response = await fetchWithToken(`/chats/${chat}/workspace/move`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ from, to }),
      });
      done(`${baseName(from)} is now ${to}.`, back);
      return (await response.json()) as Change;
    },
    onSettled: refresh,
  });
  return { upload, create, remove, move, restore };
}
