import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, fetchWithToken } from '@/api/client';
import { download } from '@/api/download';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';
import type { Chat } from '../queries';
import { undo } from './changes';

/** Saves a chat as a ZIP, with its messages, calls and files. */
export function useExport(chat: string) {
  return useMutation({
    mutationFn: () => download(`/chats/${encodeURIComponent(chat)}/export`),
    onError: tellProblem,
  });
}

/** Makes a chat of such a ZIP, and goes there. */
export function useImport() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (archive: File): Promise<Chat> => {
      const headers = { 'Content-Type': 'application/zip' };
      const response = await fetchWithToken('/chats/import', { method: 'POST', headers, body: archive });
      return response.json();
    },
    onSuccess: async ({ id, title }) => {
      await navigate({ to: '/chats/$chatId', params: { chatId: id } });
      tell(
        `“${title}” is imported.`,
        undo(async () => {
          await navigate({ to: '/chats' });
          await api.DELETE('/chats/{chat_id}', { params: { path: { chat_id: id } } });
          await client.invalidateQueries({ queryKey: keys.chats });
        }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.chats }),
  });
}
