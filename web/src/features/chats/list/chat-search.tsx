import { Search, SearchX } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { type PageKey, usePageKeys } from '@/app/page-keys';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { Empty } from '@/components/empty';
import { inputLook } from '@/components/field';
import { ChatList } from './chat-list';
import { FoundRow } from './found-row';

/** So many letters are at most so many bytes as the server takes. */
const LETTERS_MAX = 250;

interface Props {
  value: string;
  onChange: (q: string) => void;
}

/** Where one types what chats are to say. */
export function ChatSearch({ value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const keys = useMemo<PageKey[]>(
    () => [{ key: '/', what: 'Search the chats', run: () => input.current?.focus() }],
    [],
  );
  usePageKeys(keys);
  return (
    <search className="relative min-w-0 flex-1 basis-64">
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label="Search chats"
        placeholder="Search what was said"
        maxLength={LETTERS_MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(inputLook, 'pl-9')}
      />
    </search>
  );
}

/** The chats that say `q`. */
export function FoundChats({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <ChatList
      which={{ q }}
      row={(chat) => <FoundRow chat={chat} />}
      empty={
        <Empty
          icon={SearchX}
          title="No chat says that"
          action={<Button onClick={onClear}>Show all chats</Button>}
        >
          Every word must stand in a chat’s title or in one of its messages; the end of a word may be missing.
          What is deleted is not looked at, nor are calls.
        </Empty>
      }
    />
  );
}
