import { queryOptions } from '@tanstack/react-query';
import { fetchWithToken } from '@/api/client';
import { keys } from '@/api/keys';
import { type FileHead, fileAddress, readHead } from './file/file-bytes';

/** A file of the workspace, at most its first part. */
export function fileQuery(chatId: string, path: string, manifestId: string | undefined) {
  return queryOptions({
    queryKey: [...keys.workspace(chatId), 'file', path, manifestId ?? 'present'],
    queryFn: async ({ signal }): Promise<FileHead> =>
      readHead(await fetchWithToken(fileAddress(chatId, path, manifestId), { signal })),
    // A state of the past never changes.
    ...(manifestId ? { staleTime: Number.POSITIVE_INFINITY } : {}),
  });
}
