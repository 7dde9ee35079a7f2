import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, fetchWithToken, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import type { Chosen } from './chosen';

export type Worker = Schemas['Worker'];
export type WorkerSummary = Schemas['WorkerSummary'];
export type WorkerDefinition = Schemas['WorkerDefinition'];

/** All workers, by name. */
export function useWorkers() {
  return useQuery({
    queryKey: keys.workers,
    queryFn: () => got(api.GET('/workers')),
    select: (page) => page.items,
  });
}

export function useWorker(name: string) {
  return useQuery({
    queryKey: keys.worker(name),
    queryFn: () => got(api.GET('/workers/{worker}', { params: { path: { worker: name } } })),
  });
}

/** What a file says that is not kept yet, and what is wrong with it. `name` is the one it must have. */
export function useCheckedWorker(text: string, name: string) {
  return useQuery({
    // Below all workers: how a toolset stands changes with what is installed.
    queryKey: [...keys.workers, 'check', name, text],
    queryFn: () => got(api.POST('/workers/check', { body: { text, name } })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Keeps a worker's file. Steps of what it installs are told under `progress`. */
export function useSaveWorker(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, progress }: { text: string; progress: string }) =>
      got(
        api.PUT('/workers/{worker}', {
          params: { path: { worker: name }, query: { progress_id: progress } },
          body: { text },
        }),
      ),
    onSuccess: (worker) => client.setQueryData(keys.worker(name), worker),
    onSettled: () => client.invalidateQueries({ queryKey: keys.workers }),
  });
}

/** Removes a worker with the toolsets that it brought. */
export function useRemoveWorker(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => got(api.DELETE('/workers/{worker}', { params: { path: { worker: name } } })),
    onSuccess: () => client.removeQueries({ queryKey: keys.worker(name), exact: true }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.workers, exact: true }),
  });
}

/** Keeps a worker that comes as a file, a ZIP, or from the server's machine. */
export function useImportWorker(progress: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chosen: Chosen) => imported(chosen, progress),
    onSuccess: (worker) => client.setQueryData(keys.worker(worker.name), worker),
    onSettled: () => client.invalidateQueries({ queryKey: keys.workers }),
  });
}

async function imported(chosen: Chosen, progress: string): Promise<Worker> {
  const query = { progress_id: progress };
  if (chosen.kind === 'text') {
    const path = { worker: chosen.name };
    return got(api.PUT('/workers/{worker}', { params: { path, query }, body: { text: chosen.text } }));
  }
  if (chosen.kind === 'path') {
    const body = { source_type: 'local' as const, source_ref: chosen.path };
    return got(api.POST('/workers/import', { params: { query }, body: body as never }));
  }
  const form = new FormData();
  form.append('file', chosen.file);
  const place = `/workers/import?progress_id=${encodeURIComponent(progress)}`;
  const response = await fetchWithToken(place, { method: 'POST', body: form });
  return response.json();
}
