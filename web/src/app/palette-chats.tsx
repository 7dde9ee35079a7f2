import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { useRested } from '@/components/rested';
import { Snippet } from '@/components/snippet';

interface Props {
  typed: string;
  /** What is offered while nothing is typed. */
  newest: readonly Schemas['ListedChat'][];
  look: string;
  run: (work: () => unknown) => () => void;
  /** Puts a heading above them. */
  group: (chats: ReactNode) => ReactNode;
}

const MOST = 20;

/** Chats that say what is typed, in their titles or messages, wherever they stand among all chats. */
export function PaletteChats({ typed, newest, look, run, group }: Props) {
  const navigate = useNavigate();
  const rested = useRested(typed);
  const q = rested.trim();
  const found = useQuery({
    queryKey: [...keys.chats, 'found', q],
    queryFn: () => got(api.GET('/chats', { params: { query: { limit: MOST, q } } })),
    enabled: q !== '',
  });
  const shown = typed.trim() === '' ? newest : (found.data?.items ?? []);
  if (shown.length === 0) return null;
  return group(
    shown.map(({ id, title, found }) => {
      const message = found?.message_id;
      return (
        <Command.Item
          key={id}
          value={`chat ${id}`}
          // They are found already, by the server, for what was typed then.
          keywords={[rested]}
          className={look}
          onSelect={run(() =>
            navigate({
              to: '/chats/$chatId',
              params: { chatId: id },
              search: message ? { message } : {},
            }),
          )}
        >
          <MessagesSquare aria-hidden size={16} className="shrink-0" />
          <span className="flex min-w-0 flex-col">
            <span className="truncate">{title}</span>
            {found && message ? (
              <span className="truncate text-xs text-muted">
                <Snippet pieces={found.snippet} />
              </span>
            ) : null}
          </span>
        </Command.Item>
      );
    }),
  );
}
