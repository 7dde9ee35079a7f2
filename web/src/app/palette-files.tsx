import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';
import { foundFiles } from './found-files';

interface Props {
  typed: string;
  /** The newest chat, whose files are found where no chat is open. */
  newest: string | undefined;
  look: string;
  run: (work: () => unknown) => () => void;
  /** Puts a heading above them. */
  group: (files: ReactNode) => ReactNode;
}

/** Files of the chat that is open, else of the newest one. */
export function PaletteFiles({ typed, newest, look, run, group }: Props) {
  const navigate = useNavigate();
  const { chatId: open } = useParams({ strict: false });
  const chatId = open ?? newest;
  const files = useQuery({
    queryKey: [...keys.workspace(chatId ?? ''), 'palette'],
    queryFn: () =>
      got(api.GET('/chats/{chat_id}/workspace/files', { params: { path: { chat_id: chatId ?? '' } } })),
    enabled: chatId !== undefined,
  });
  const found = foundFiles(files.data?.files.map(({ path }) => path) ?? [], typed);
  if (!chatId || found.length === 0) return null;
  return group(
    found.map((path) => (
      <Command.Item
        key={path}
        value={`file ${path}`}
        // They are found already, by words in any order.
        keywords={[typed]}
        className={look}
        onSelect={run(() =>
          navigate({ to: '/chats/$chatId/workspace', params: { chatId }, search: { path } }),
        )}
      >
        <FileText aria-hidden size={16} className="shrink-0" />
        <span className="truncate">{path}</span>
      </Command.Item>
    )),
  );
}
