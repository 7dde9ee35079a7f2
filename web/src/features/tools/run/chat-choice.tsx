import { Field, Input, Select } from '@/components/field';
import { useChats } from '../queries';

/** Where a call runs: the default chat, another one, or one that is yet to be made. */
export type ChatChoice = { kind: 'default' } | { kind: 'chat'; id: string } | { kind: 'new'; title: string };

const DEFAULT = 'default';
const NEW = 'new';

interface Props {
  choice: ChatChoice;
  onChange: (choice: ChatChoice) => void;
}

/** Asks in which chat, and so on which workspace, a tool runs. */
export function ChatChooser({ choice, onChange }: Props) {
  const { data: chats = [] } = useChats();
  // The default chat is listed as such already.
  const oldest = chats.findLast(({ title }) => title === 'Default');
  const others = chats.filter((chat) => chat !== oldest || (choice.kind === 'chat' && choice.id === chat.id));
  const known = choice.kind !== 'chat' || others.some(({ id }) => id === choice.id);
  const choose = (value: string) => {
    if (value === DEFAULT) onChange({ kind: 'default' });
    else if (value === NEW) onChange({ kind: 'new', title: '' });
    else onChange({ kind: 'chat', id: value });
  };
  return (
    <div className="flex min-w-44 flex-1 flex-wrap items-end gap-3">
      <div className="min-w-44 flex-1 sm:max-w-64">
        <Field label="Chat">
          {(parts) => (
            <Select
              {...parts}
              value={choice.kind === 'chat' ? choice.id : choice.kind}
              onChange={(event) => choose(event.target.value)}
            >
              <option value={DEFAULT}>Default chat</option>
              <option value={NEW}>New chat…</option>
              {known ? null : <option value={(choice as { id: string }).id}>The chat of the address</option>}
              {others.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {choice.kind === 'new' ? (
        <div className="min-w-44 flex-1 sm:max-w-64">
          <Field label="Title of the new chat">
            {(parts) => (
              <Input
                {...parts}
                autoComplete="off"
                placeholder="Named by the server"
                value={choice.title}
                onChange={(event) => onChange({ kind: 'new', title: event.target.value })}
              />
            )}
          </Field>
        </div>
      ) : null}
    </div>
  );
}
